import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { noSuchPath } from '#http/refusal.ts'
import { metricsTokenNeeded, refusalResponse, wrongMethod } from '../refusals.ts'
import type { Bindings } from '../server/request-context.ts'
import { noStore } from '../server/security-headers.ts'
import type { Recorder } from './recorder.ts'
import type { Metrics } from './registry.ts'

export const metricsPath = '/metrics'

/**
 * The route of the metrics, for their own server or the main one.
 * @param token that a request must send; null: everybody who reaches the server may read them
 */
export function metricsRoutes(metrics: Pick<Metrics, 'scrape'>, token: string | null): Hono<Bindings> {
  return new Hono<Bindings>()
    .get(metricsPath, noStore, async (c) => {
      if (token !== null && !isSame(bearerOf(c.req.header('authorization')), token)) return refusalResponse(metricsTokenNeeded())
      const { text, contentType } = await metrics.scrape()
      return c.body(text, 200, { 'content-type': contentType })
    })
    .all(metricsPath, () => refusalResponse(wrongMethod()))
}

/** A server for the metrics only, on their own port. */
export const metricsServer = (metrics: Pick<Metrics, 'scrape'>, token: string | null): Hono<Bindings> =>
  new Hono<Bindings>().route('/', metricsRoutes(metrics, token)).all('*', () => refusalResponse(noSuchPath()))

const bearerOf = (header = '') => /^Bearer +(\S+)$/i.exec(header)?.[1] ?? ''

/** Compares in constant time: the hashes have the same length, whatever was sent. */
const isSame = (sent: string, token: string) => timingSafeEqual(digest(sent), digest(token))
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Counts every request that is answered. */
export const countRequests =
  (recorder: Recorder): MiddlewareHandler<Bindings> =>
  async (c, next) => {
    const began = performance.now()
    await next()
    recorder.request(c.req.method, c.req.url, c.res.status, (performance.now() - began) / 1000)
  }
