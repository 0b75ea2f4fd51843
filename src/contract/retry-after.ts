/** Retry-After in seconds: a number, or a date. */
export function secondsFrom(header: string | null): number | undefined {
  if (!header) return undefined
  const value = Number(header)
  if (Number.isFinite(value)) return Math.max(0, value)
  const until = Date.parse(header)
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000)
}
