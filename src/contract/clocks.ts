/**
 * On every answer of the gateway to its page: the gateway's time and by how much the clock of the service is ahead of it (negative: behind), both in
 * milliseconds, such as `1764101649123 -20000`. Messages carry times of the service, and entries of the gateway's own those of the gateway.
 */
export const clockHeader = 'x-roomkeeper-clock'

/**
 * How far another clock is ahead, after one more reading. The difference stays what it was as long as it agrees with the reading, so that it does not
 * change with every answer.
 * @param before what was known; 0 at first
 * @param least, most the smallest and the largest difference that the reading allows, in milliseconds
 */
export const aheadAfter = (before: number, least: number, most: number): number => Math.max(least, Math.min(most, before))

/** Retry-After in seconds: a number, or a date. */
export function secondsFrom(header: string | null): number | undefined {
  if (!header) return undefined
  const value = Number(header)
  if (Number.isFinite(value)) return Math.max(0, value)
  const until = Date.parse(header)
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000)
}
