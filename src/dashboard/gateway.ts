import { TokenKey } from '#contract/account.ts'
import { Failure, type FailureKind, type Send } from '#contract/client.ts'
import { gatewayPaths, pageHeader, Session, type SignInDraft } from '#contract/session.ts'
import { done, one, refusal } from '#contract/values.ts'
import type { z } from 'zod/mini'

/** Where the page's requests go: the gateway, or straight to a service when the page is hosted without one. All reject with a Failure. */
export interface Backend {
  send: Send
  read: () => Promise<Session>
  signIn: (draft: z.input<typeof SignInDraft>) => Promise<Session>
  signInToDemo: () => Promise<Session>
  signOut: () => Promise<unknown>
  /** Says that the person at the page holds the token. @param token left out for the demo account */
  confirm: (token?: string) => Promise<unknown>
  tokenKey: () => Promise<string | null>
}

/** The usual way: the gateway keeps the token, and the page sends a cookie that it cannot read itself. */

const request: Send = (path, init) =>
  fetch(path, {
    ...init,
    credentials: 'same-origin',
    redirect: 'manual',
    headers: {
      ...init.headers,
      accept: 'application/json',
      ...(init.method === 'GET' ? {} : { 'content-type': 'application/json', [pageHeader.name]: pageHeader.value }),
    },
  })

const signInFailures: Record<string, FailureKind> = {
  token_refused: 'signed-out',
  no_session: 'signed-out',
  upstream_unreachable: 'unreachable',
  upstream_timeout: 'timed-out',
  upstream_not_api: 'not-this-api',
}

/** The gateway gives the service 15 s; its own answer must still arrive. */
const timeLimit = 20_000

async function ask<T extends z.ZodMiniType>(path: string, method: string, body: object | null, schema: T): Promise<z.output<T>> {
  const init = { method, ...(body && { body: JSON.stringify(body) }), signal: AbortSignal.timeout(timeLimit) }
  const answer = await request(path, init).catch((cause: unknown) => {
    throw new Failure(cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timed-out' : 'unreachable', { cause })
  })
  const json: unknown = await answer.json().catch(() => null)
  const parsed = schema.safeParse(json)
  if (answer.ok && parsed.success) return parsed.data
  const refused = refusal.safeParse(json)
  if (!refused.success) throw new Failure('not-this-api')
  const { code, message } = refused.data
  const retryAfter = Number(answer.headers.get('retry-after')) || undefined
  if (answer.status === 429) throw new Failure('too-many-requests', { code, said: message, retryAfter })
  throw new Failure(signInFailures[code ?? ''] ?? 'refused', { code, said: message })
}

export const gateway: Backend = {
  send: (path, init) => request(gatewayPaths.api + path, init),
  read: () => ask(gatewayPaths.session, 'GET', null, Session),
  signIn: (draft) => ask(gatewayPaths.session, 'POST', draft, Session),
  signInToDemo: () => ask(gatewayPaths.demo, 'POST', {}, Session),
  signOut: () => ask(gatewayPaths.session, 'DELETE', {}, Session),
  confirm: (token) => ask(gatewayPaths.confirm, 'POST', { token }, done),
  tokenKey: async () => (await ask(gatewayPaths.tokenKey, 'GET', null, one(TokenKey))).data.tokenKey ?? null,
}
