import type { Visitor } from './visitor.ts'

/**
 * Types into the search of the page and clears it, several times.
 * @param isShown an expression of the page: whether everything is shown again
 * @returns the median of the milliseconds from the click until all of it is painted
 */
export async function timeClearing(visitor: Visitor, text: string, isShown: string, times = 7): Promise<number> {
  const { page } = visitor
  const took: number[] = []
  for (let round = 0; round < times; round++) {
    await visitor.type(page.getByRole('searchbox'), text)
    // As text: the compiler of this file would insert names that do not exist in the page.
    await page.evaluate(`void (globalThis.cleared = new Promise((resolve) => {
      const look = (start) => {
        if (${isShown}) setTimeout(() => resolve(performance.now() - start))
        else requestAnimationFrame(() => look(start))
      }
      addEventListener('click', ({ timeStamp }) => requestAnimationFrame(() => look(timeStamp)), { once: true })
    }))`)
    await visitor.button(/^Clear: /)
    took.push(await page.evaluate(() => (globalThis as unknown as { cleared: Promise<number> }).cleared))
    await visitor.settle()
  }
  return Math.round(took.toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? 0)
}
