import { expect, type Locator, type Page } from '@playwright/test'

/** What is shown while the page waits. */
const spinners = '[data-loading], .mantine-Loader-root, .mantine-Skeleton-root, [role=status][aria-label=Loading]'

/** Replaces the clock of the page by one that the test moves, from the next load of the page on. */
export async function installPageClock(page: Page) {
  const inFlight = new Set<unknown>()
  page.on('request', (request) => inFlight.add(request))
  page.on('requestfinished', (request) => inFlight.delete(request))
  page.on('requestfailed', (request) => inFlight.delete(request))
  await page.addInitScript(() => {
    // The browser's own one uses the clock of the machine.
    AbortSignal.timeout = (milliseconds) => {
      const control = new AbortController()
      setTimeout(() => control.abort(new DOMException('The time is over', 'TimeoutError')), milliseconds)
      return control.signal
    }
  })
  await page.clock.install()

  const isSettled = async ({ outcome, question }: Settling) =>
    (await question.isVisible()) || ((await outcome.isVisible()) && (await page.locator(spinners).filter({ visible: true }).count()) === 0)

  /**
   * Waits until the page reports an outcome and shows no spinner. Where that takes time, it moves the page's clock, by at most `seconds`.
   */
  async function settle(settling: Settling) {
    const { seconds, timeoutMs = 25_000, isHolding, onSecond } = settling
    let passed = 0
    await expect(async () => {
      if (!(await isSettled(settling)) && passed < seconds && (inFlight.size === 0 || isHolding())) {
        await page.clock.runFor(1000)
        passed++
        onSecond(passed)
      }
      expect(await isSettled(settling), `after ${passed} s of the page's time`).toBe(true)
    }).toPass({ intervals: [50, 100, 150], timeout: timeoutMs })
  }
  return { settle }
}

interface Settling {
  outcome: Locator
  /** A dialog that waits for a person: spinners behind it do not count. */
  question: Locator
  seconds: number
  /** How long that may take by the clock of the machine; 25,000 unless set. */
  timeoutMs?: number
  /** Whether the upstream holds the request without an answer. */
  isHolding: () => boolean
  onSecond: (passed: number) => void
}
