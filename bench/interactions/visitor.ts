import type { Locator, Page } from '@playwright/test'

/** Milliseconds between two keys of somebody who types fast. */
const keyDelayMs = 100
/** How long closed overlays may take to disappear at a slow processor. */
const fadeMs = 1_000
const maxEscapes = 4

/** Somebody who uses one thing after the other, and waits until the page is idle in between. */
export class Visitor {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    await target.first().click()
    await this.settle()
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    return this.click(within.getByRole('button', { name }))
  }

  /** Opens a menu and chooses an item; without one it closes the menu again. */
  async menu(button: string | RegExp, item?: string | RegExp): Promise<void> {
    await this.button(button)
    if (item === undefined) await this.close()
    else await this.click(this.page.getByRole('menuitem', { name: item }))
  }

  /** Closes what is open over the page, once it has loaded and has the focus. */
  async close(): Promise<void> {
    const open = this.page.locator('[role=dialog]:not([aria-busy=true]), [role=menu]').filter({ visible: true })
    await open.first().waitFor()
    await this.settle()
    for (let presses = 0; (await open.count()) > 0; presses++) {
      if (presses === maxEscapes) throw new Error(`Escape does not close ${await open.last().innerText()}`)
      const leave = this.page.getByRole('button', { name: 'Leave', exact: true })
      if (await leave.isVisible()) await this.click(leave)
      else await this.press('Escape')
      // What is being closed fades out.
      await this.page.waitForTimeout(fadeMs)
    }
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.click(target)
    await this.keys(text)
  }

  async keys(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: keyDelayMs })
    await this.settle()
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      await this.settle()
    }
  }

  /** Types into the search field of the page, clears it by its button, types again and clears it by Escape. */
  async search(field: Locator, text: string): Promise<void> {
    await this.type(field, text)
    await this.button(/^Clear: /)
    await this.type(field, text)
    await this.press('Escape')
  }

  /** Sorts the table of the page by these columns, selects some rows, all and none, and opens the menu of a row. */
  async table(columns: string[], menu: RegExp): Promise<void> {
    for (const column of columns) await this.button(column, this.page.getByRole('table'))
    const boxes = this.page.getByRole('checkbox', { name: /^Select / })
    for (const index of [1, 2, 5]) await this.click(boxes.nth(index))
    await this.click(boxes)
    await this.click(boxes)
    await this.press('Escape')
    await this.menu(menu)
  }

  async scroll(over: Locator): Promise<void> {
    await over.first().hover()
    for (let turns = 0; turns < 8; turns++) {
      await this.page.mouse.wheel(0, turns < 6 ? 700 : -2_100)
      await this.settle()
    }
  }

  /** Until nothing is left to do and what was done is painted. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      () => new Promise<void>((resolve) => requestIdleCallback(() => requestAnimationFrame(() => resolve()), { timeout: 1_000 })),
    )
  }
}
