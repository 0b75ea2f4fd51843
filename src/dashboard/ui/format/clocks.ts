import { aheadAfter, clockHeader } from '#contract/clocks.ts'
import { createStore } from '../store.ts'

/**
 * By how many milliseconds the clocks behind the times on a page are ahead of the clock of this computer, which may be wrong; negative: behind. Messages,
 * polls and chats have times of the service, all other things those of the gateway.
 */
export const clocksAhead = createStore({ gateway: 0, service: 0 })

/** The present in milliseconds, by the clock of the gateway. */
export const nowMs = () => Date.now() + clocksAhead.get().gateway

/** The present in milliseconds, by the clock of the service. */
export const serviceNowMs = () => Date.now() + clocksAhead.get().service

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
