import { TokenKey } from '#contract/account.ts'
import { Failure, type Send } from '#contract/client.ts'
import { entryHeader } from '#contract/gateway/cause.ts'
import { ofService } from '#contract/gateway-failure.ts'
import { gatewayPaths, identityHeader, pageHeader, Session, type SignInDraft } from '#contract/session.ts'
import { doneResponse, itemResponse, parseJson } from '#contract/values.ts'
import type { z } from 'zod/mini'
import { noteClocks } from '#dashboard/ui/format/clocks.ts'

let lastEntry: string | null = null

/** The entry of the audit log of the last change that this page sent, where it can be undone; once. */
export function takeLastEntry(): string | null {
  const entry = lastEntry
  lastEntry = null
  return entry
}

/**
 * The gateway keeps the token, and the page sends an HttpOnly cookie. Rejects with a Failure if the gateway itself refuses the request.
 * @param identity the account that the request is meant for: the account of the session as this page knows it
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
    if (init.method !== 'GET') lastEntry = answer.headers.get(entryHeader)
    return ofService(answer)
  }

/** The gateway waits 15 s for the service, and its own response must still arrive within this limit. */
const timeoutMs = 20_000

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

/** Where the page sends its requests. All methods reject with a Failure. */
export const gateway = {
  send:
    (identity: string | undefined): Send =>
    (path, init) =>
      request(identity)(gatewayPaths.api + path, init),
  /** Sends requests to the gateway's own endpoints (contract/gateway). */
  sendToGateway:
    (identity: string | undefined): Send =>
    (path, init) =>
      request(identity)(gatewayPaths.workspace + path, init),
  read: () => gatewayRequest(gatewayPaths.session, 'GET', null, Session),
  signIn: (draft: z.input<typeof SignInDraft>) => gatewayRequest(gatewayPaths.session, 'POST', draft, Session),
  signInToDemo: () => gatewayRequest(gatewayPaths.demo, 'POST', {}, Session),
  signOut: (identity: string | undefined) => gatewayRequest(gatewayPaths.session, 'DELETE', {}, Session, identity),
  /** Confirms that the person at the page holds the token. @param token left out for the demo account */
  confirm: (identity: string, token?: string) => gatewayRequest(gatewayPaths.confirm, 'POST', { token }, doneResponse, identity),
  tokenKey: async (identity: string): Promise<string | null> =>
    (await gatewayRequest(gatewayPaths.tokenKey, 'GET', null, itemResponse(TokenKey), identity)).data.tokenKey ?? null,
}
