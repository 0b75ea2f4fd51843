import type { MiddlewareHandler } from 'hono'
import { clockHeader } from '#contract/clocks.ts'
import type { ServiceClock } from '../forward/service-clock.ts'
import type { Bindings } from './request-context.ts'

/** Tells the page the time of the gateway and of the service, because the clock of a computer may be wrong. @param service null: it has our clock */
export const addClocks =
  (nowMs: () => number, service: ServiceClock | null): MiddlewareHandler<Bindings> =>
  async (c, next) => {
    await next()
    c.res.headers.set(clockHeader, `${nowMs()} ${service?.aheadMs() ?? 0}`)
  }
