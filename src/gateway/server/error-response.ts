import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { isUnavailable } from '#db/errors.ts'
import { Refusal, internal, unavailable } from '#http/refusal.ts'
import { redact } from '../log.ts'
import { refusalResponse } from '../refusals.ts'
import { type RequestContext, clientAddress } from './request-context.ts'

/** The answer to what was thrown. What is no refusal is logged under a reference that the answer names. */
export function errorResponse(error: unknown, c: RequestContext, log: Logger): Response {
  const { method } = c.req
  const path = redact(c.req.path)
  if (error instanceof Refusal) {
    log.info({ event: 'refusal', code: error.code, method, path, address: clientAddress(c) }, error.message)
    return withCookies(refusalResponse(error), c)
  }
  const reference = randomUUID().slice(0, 8)
  log.error({ err: error, reference, method, path }, 'unexpected error')
  return refusalResponse(isUnavailable(error) ? unavailable() : internal(reference))
}

/** A refusal may clear the session's cookie. */
function withCookies(answer: Response, c: RequestContext): Response {
  for (const cookie of c.res.headers.getSetCookie()) answer.headers.append('set-cookie', cookie)
  return answer
}
