import { TokenKey } from '#contract/account.ts'
import { Failure, type Send } from '#contract/client.ts'
import { gatewayFailure } from '#contract/gateway-failure.ts'
import { gatewayPaths, identityHeader, pageHeader, Session, type SignInDraft } from '#contract/session.ts'
import { doneResponse, itemResponse } from '#contract/values.ts'
import type { z } from 'zod/mini'
import { noteClocks } from '#dashboard/ui/format/clocks.ts'

/**
 * Where the page sends its requests: to the gateway, or directly to a service when the page is hosted without one. All methods reject with a Failure.
 * `identity` names the account that a request is meant for: the account of the session as this page knows it.
 */
export interface Backend {
  send: (identity: string | undefined) => Send
  /** Sends requests to the gateway's own endpoints (contract/workspace); null without a gateway. */
  sendToWorkspace: ((identity: string | undefined) => Send) | null
  read: () => Promise<Session>
  signIn: (draft: z.input<typeof SignInDraft>) => Promise<Session>
  signInToDemo: () => Promise<Session>
  signOut: (identity: string | undefined) => Promise<unknown>
  /** Confirms that the person at the page holds the token. @param token left out for the demo account */
  confirm: (identity: string, token?: string) => Promise<unknown>
  tokenKey: (identity: string) => Promise<string | null>
}

/**
 * The default backend: the gateway keeps the token, and the page sends an HttpOnly cookie. Rejects with a Failure if the gateway itself refuses the
 * request.
 */
const request =
  (identity: string | undefined): Send =>
  async (path, init) => {
    const sentMs = Date.now()
    const answer = await fetch(path, {
      ...init,
      credentials: 'same-origin',
      redirect: 'manual',
      headers: {
        ...init.headers,
        accept: 'application/json',
        ...(identity === undefined ? {} : { [identityHeader]: identity }),
        ...(init.method === 'GET' ? {} : { 'content-type': 'application/json', [pageHeader.name]: pageHeader.value }),
      },
    })
    noteClocks(answer.headers, sentMs, Date.now())
    const failure = await gatewayFailure(answer)
    if (failure) throw failure
    return answer
  }

/** The gateway waits 15 s for the service, and its own response must still arrive within this limit. */
const timeoutMs = 20_000

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Sends one request to the gateway itself. Rejects with a Failure. */
export async function gatewayRequest<T extends z.ZodMiniType>(
  path: string,
  method: string,
  body: object | null,
  schema: T,
  identity?: string,
): Promise<z.output<T>> {
  const init = { method, ...(body && { body: JSON.stringify(body) }), signal: AbortSignal.timeout(timeoutMs) }
  const answer = await request(identity)(path, init).catch((cause: unknown) => {
    if (cause instanceof Failure) throw cause
    throw new Failure(cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timed-out' : 'unreachable', { cause })
  })
  const text = await answer.text().catch((cause: unknown) => Promise.reject(new Failure('unreachable', { cause })))
  const parsed = schema.safeParse(parseJson(text))
  if (answer.ok && parsed.success) return parsed.data
  // The response came from a proxy, or from another server at this address.
  const isWebPage = answer.type === 'opaqueredirect' || /^\s*</.test(text)
  throw new Failure(answer.status >= 500 ? 'server-error' : 'not-this-api', { status: answer.status, isWebPage })
}

export const gateway: Backend = {
  send: (identity) => (path, init) => request(identity)(gatewayPaths.api + path, init),
  sendToWorkspace: (identity) => (path, init) => request(identity)(gatewayPaths.workspace + path, init),
  read: () => gatewayRequest(gatewayPaths.session, 'GET', null, Session),
  signIn: (draft) => gatewayRequest(gatewayPaths.session, 'POST', draft, Session),
  signInToDemo: () => gatewayRequest(gatewayPaths.demo, 'POST', {}, Session),
  signOut: (identity) => gatewayRequest(gatewayPaths.session, 'DELETE', {}, Session, identity),
  confirm: (identity, token) => gatewayRequest(gatewayPaths.confirm, 'POST', { token }, doneResponse, identity),
  tokenKey: async (identity) =>
    (await gatewayRequest(gatewayPaths.tokenKey, 'GET', null, itemResponse(TokenKey), identity)).data.tokenKey ?? null,
}
