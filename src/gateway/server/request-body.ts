import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MiddlewareHandler } from 'hono'
import type { z } from 'zod/mini'
import { maxRequestBytes, parseJson } from '#contract/values.ts'
import { limitBody } from '#http/body.ts'
import { fieldErrors, invalid, tooLarge } from '#http/refusal.ts'
import { notJson, unreadable } from '../refusals.ts'
import type { Bindings, RequestContext } from './request-context.ts'

/** The largest body that is read to its end before it is refused. */
const maxDrainBytes = 64 * 1024 * 1024

/**
 * Refuses bodies above the limit; those without a Content-Length while they are read. Others are read here as a whole, because a response sent
 * while a body is still arriving would make the connection unusable for the next request.
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

/** Most clients read the response only after they have sent everything; one that is cut off while sending never sees the refusal. */
async function drain(incoming: Readable): Promise<void> {
  incoming.resume()
  // If the client disconnects, there is nothing left to drain.
  await finished(incoming, { writable: false }).catch(() => {})
}

/** The body, parsed by the schema. Throws `invalid` if it does not match. */
export const jsonBody = async <T extends z.ZodMiniType>(c: RequestContext, schema: T): Promise<z.output<T>> =>
  parseBody(await c.req.text(), schema)

/** The same of a body that was read. */
export function parseBody<T extends z.ZodMiniType>(text: string, schema: T): z.output<T> {
  const body = parseJson(text)
  if (body === undefined) throw notJson()
  const draft = schema.safeParse(body)
  if (!draft.success) throw invalid(fieldErrors({ body: draft.error.issues }))
  return draft.data
}

/** A token without surrounding white space. Throws `invalid` for characters that cannot be sent in a header, which no service can have issued. */
export function parseToken(typed: string): string {
  const token = typed.trim()
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid({ token: ['contains characters that no token has'] })
  return token
}
