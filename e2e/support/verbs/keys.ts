import type { Locator, Page } from '@playwright/test'
import { dialog } from './chats.ts'
import { expect, test as plain, type TestAccount } from '../fixtures.ts'

/** Actions by keyboard alone. */

/** Fails a test that uses a pointer. */
export const byKeys = plain.extend<{ noPointer: void }>({
  noPointer: [
    async ({ context }, use) => {
      await context.addInitScript(() => {
        addEventListener('pointerdown', () => console.error('A pointer was used'), true)
      })
      await use()
    },
    { auto: true },
  ],
})

/** Presses Tab until the target has the focus. */
export async function tabTo(target: Locator, most = 120) {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < most && !(await isThere()); presses++) await target.page().keyboard.press('Tab')
  await expect(target).toBeFocused()
}

export async function press(target: Locator) {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

/** Opens a menu and chooses an item with the arrow keys. */
export async function chooseByKeys(page: Page, button: Locator, item: string | RegExp) {
  await press(button)
  const target = page.getByRole('menuitem', { name: item })
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 30 && !(await target.evaluate((element) => element === document.activeElement)); presses++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** Closes a dialog with Escape, once it has the focus: an earlier key would not reach it. */
export async function escape(opened: Locator) {
  await expect(opened.locator(':focus')).toHaveCount(1)
  await opened.page().keyboard.press('Escape')
  await expect(opened).toBeHidden()
}

/** Fills in the dialog that asks for the token before an irreversible action. */
export async function typeToken(page: Page, { token }: TestAccount) {
  await expect(dialog(page, 'Confirm with the access token').getByLabel('Access token')).toBeFocused()
  await page.keyboard.insertText(token)
  await page.keyboard.press('Enter')
}
