import { aheadAfter, clockHeader } from '#contract/clocks.ts'
import { clocksAhead } from '#dashboard/ui/format/clocks.ts'

/** Smaller changes are not passed on: whatever is relative to now would be read again for them. In milliseconds. */
const smallestChangeMs = 1000

/** Told of each answer of the gateway. @param sentMs, receivedMs by the clock of this computer */
export function noteClocks(headers: Headers, sentMs: number, receivedMs: number): void {
  const [at, serviceAhead] = headers.get(clockHeader)?.split(' ').map(Number) ?? []
  if (!at || serviceAhead === undefined || Number.isNaN(serviceAhead)) return
  const before = clocksAhead.get()
  const gateway = aheadAfter(before.gateway, at - receivedMs, at - sentMs)
  const after = { gateway, service: gateway + serviceAhead }
  const change = Math.max(Math.abs(after.gateway - before.gateway), Math.abs(after.service - before.service))
  if (change >= smallestChangeMs) clocksAhead.set(after)
}
