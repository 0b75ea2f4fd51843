import type { MiddlewareHandler } from 'hono'
import { aheadAfter, clockHeader } from '#contract/clocks.ts'
import type { Bindings } from '../server/request-context.ts'

/** The clock of a service, as its answers tell it. Messages carry times of that clock, which may differ from ours. */
interface ServiceClock {
  /** By how many milliseconds the service is ahead of us; negative: behind; 0 also where it is not known. */
  aheadMs: () => number
  /** Told of each answer. Times are milliseconds of our clock. */
  note: (headers: Headers, sentMs: number, receivedMs: number) => void
}

/** A Date header has whole seconds: the time was up to this much later. */
const resolutionMs = 1000

export function createServiceClock(): ServiceClock {
  let aheadMs = 0
  return {
    aheadMs: () => aheadMs,
    note: (headers, sentMs, receivedMs) => {
      // An answer that a cache kept tells when it was made.
      const timeMs = headers.has('age') ? Number.NaN : Date.parse(headers.get('date') ?? '')
      if (!Number.isNaN(timeMs)) aheadMs = aheadAfter(aheadMs, timeMs - receivedMs, timeMs + resolutionMs - sentMs)
    },
  }
}

/** Tells the page the time of the gateway and of the service, because the clock of a computer may be wrong. */
export const addClocks =
  (nowMs: () => number, aheadMs: () => number): MiddlewareHandler<Bindings> =>
  async (c, next) => {
    await next()
    c.res.headers.set(clockHeader, `${nowMs()} ${aheadMs()}`)
  }
