/** The polling intervals while the page is visible, in milliseconds. */
const openIntervalMs = 3000
const idleIntervalMs = 30_000
const maxIntervalMs = 60_000

/**
 * Returns the polling interval, which is short while votes may arrive. After failures the interval is the time since the last success, so that it
 * doubles (exponential backoff).
 * @param open whether a poll was sent and its results are not published
 * @param lastGood, now in milliseconds
 */
export function pollingIntervalMs(open: boolean, failed: boolean, lastGood: number, now: number): number {
  const usual = open ? openIntervalMs : idleIntervalMs
  return failed ? Math.min(Math.max(now - lastGood, usual), maxIntervalMs) : usual
}
