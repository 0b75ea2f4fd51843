/** How often the polls are read again while the page is visible, in milliseconds. */
const whileOpen = 3000
const whileQuiet = 30_000
const longestWait = 60_000

/**
 * Quick while votes may come. After failures it waits as long again as it has failed already, so the waits double.
 * @param open whether a poll was sent and its results are not shown
 * @param lastGood, now milliseconds
 */
export function pollsEvery(open: boolean, failed: boolean, lastGood: number, now: number): number {
  const usual = open ? whileOpen : whileQuiet
  return failed ? Math.min(Math.max(now - lastGood, usual), longestWait) : usual
}
