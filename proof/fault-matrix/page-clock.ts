import { expect, type Locator, type Page } from '@playwright/test'

/** What turns while something is waited for. */
const turning = '[data-loading], .mantine-Loader-root, .mantine-Skeleton-root, [role=status][aria-label=Loading]'

/** Makes everything that waits on this page obey a clock that the test moves, from the next page load on. */
export async function installPageClock(page: Page) {
  const underWay = new Set<unknown>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  await page.addInitScript(() => {
    // The browser's own one runs by the time of the machine.
    AbortSignal.timeout = (milliseconds) => {
      const control = new AbortController()
      setTimeout(() => control.abort(new DOMException('The time is over', 'TimeoutError')), milliseconds)
      return control.signal
    }
  })
  await page.clock.install()

  const isCalm = async ({ told, asked }: Settling) =>
    (await asked.isVisible()) || ((await told.isVisible()) && (await page.locator(turning).filter({ visible: true }).count()) === 0)

  /**
   * Waits until something is told and nothing turns. Where only time can bring that about, the page's clock is moved, and by no more than so many seconds.
   */
  async function settle(settling: Settling) {
    const { seconds, isHolding, onSecond } = settling
    let passed = 0
    await expect(async () => {
      if (!(await isCalm(settling)) && passed < seconds && (underWay.size === 0 || isHolding())) {
        await page.clock.runFor(1000)
        passed++
        onSecond(passed)
      }
      expect(await isCalm(settling), `after ${passed} s of the page's time`).toBe(true)
    }).toPass({ intervals: [50, 100, 150], timeout: 25_000 })
  }
  return { settle }
}

interface Settling {
  told: Locator
  /** Waits for a person: what turns behind it does not count. */
  asked: Locator
  seconds: number
  /** Whether what is under way gets no answer. */
  isHolding: () => boolean
  onSecond: (passed: number) => void
}
