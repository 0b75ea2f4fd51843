import { causeHeaders, type RequestCause } from '#contract/gateway/cause.ts'
import type { SendRequest } from './session.ts'

/** Sends requests that tell the gateway why a change is made, for its audit log. */
export const withCause =
  (send: SendRequest, cause: RequestCause): SendRequest =>
  (name, input, options) =>
    send(name, input, { ...options, headers: causeHeaders(cause) })
