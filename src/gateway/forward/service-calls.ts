import type { ApiName } from '#contract/api.ts'
import { refusal } from '#contract/values.ts'
import { Refusal } from '#http/refusal.ts'
import { tokenRefused } from '../refusals.ts'
import type { RequestContext } from '../server/request-context.ts'
import { clearCookie } from '../session/cookie.ts'
import type { SessionRouteOptions } from '../session/require-session.ts'
import type { ActiveSession } from '../session/sessions.ts'
import { isObject, requestUpstream, type UpstreamRequest, type UpstreamResponse } from './upstream.ts'

export interface ServiceCall extends Omit<UpstreamRequest, 'token'> {
  name: ApiName
  path: string
}

/** Sends a call with the token of a session and resolves to what the page may see of the answer. Throws like requestUpstream. */
export type CallService = (c: RequestContext, session: ActiveSession, call: ServiceCall) => Promise<UpstreamResponse>

/** A session whose token the service no longer accepts ends with the call. */
export function serviceCaller({
  sessions,
  upstream,
  upstreamTimeoutMs,
}: Pick<SessionRouteOptions, 'sessions' | 'upstream' | 'upstreamTimeoutMs'>): CallService {
  return async (c, session, { name, path, ...request }) => {
    try {
      const response = await requestUpstream(upstream, path, { ...request, token: session.token }, upstreamTimeoutMs)
      if (response.status === 401) throw tokenRefused(refusal.safeParse(response.json).data?.message)
      return name === 'accountRead' ? withoutTokenKey(response) : response
    } catch (error) {
      if (error instanceof Refusal && error.code === 'token_refused') {
        await sessions.end(session.hash)
        clearCookie(c)
      }
      throw error
    }
  }
}

/** `tokenKey` is a secret of the account, served by a route of its own (session/confirm-token.ts). */
function withoutTokenKey(response: UpstreamResponse): UpstreamResponse {
  if (!isObject(response.json.data) || !('tokenKey' in response.json.data)) return response
  const { tokenKey: _, ...data } = response.json.data
  const json = { ...response.json, data }
  return { ...response, json, text: JSON.stringify(json) }
}
