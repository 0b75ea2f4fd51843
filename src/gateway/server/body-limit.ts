import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MiddlewareHandler } from 'hono'
import { maxRequestBytes } from '#contract/values.ts'
import { limitBody } from '#http/body.ts'
import { tooLarge } from '#http/refusal.ts'
import type { Bindings } from './request-context.ts'
import { unreadable } from '../refusals.ts'

/** Largest body that is read to its end before it is refused, in bytes. */
const maxDrainBytes = 64 * 1024 * 1024

/**
 * Refuses bodies above the limit, those without a stated length while they are read. Others are read here, once and whole: an answer given
 * while a body is still coming would make the connection useless for the next request.
 */
export const limitRequestBody: MiddlewareHandler<Bindings> = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const statedBytes = c.req.header('content-length')
  if (statedBytes === undefined) return limitBody(c, next)
  if (Number(statedBytes) > maxRequestBytes) {
    if (c.env?.incoming && Number(statedBytes) <= maxDrainBytes) await drain(c.env.incoming)
    throw tooLarge()
  }
  await c.req.arrayBuffer().catch(() => {
    throw unreadable()
  })
  await next()
}

/** Most clients look for the answer only when they have sent all; to one that is cut off while it sends, the refusal never arrives. */
async function drain(incoming: Readable): Promise<void> {
  incoming.resume()
  // The client may go away, which is as good.
  await finished(incoming, { writable: false }).catch(() => {})
}
