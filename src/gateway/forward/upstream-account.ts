import type { ZodMiniType } from 'zod/mini'
import { accountRead, AccountResponse, TokenKey, type Account } from '#contract/account.ts'
import { itemResponse, refusal } from '#contract/values.ts'
import { tokenKeyLost, tokenRefused, tooManyRequests, upstreamFailing, upstreamNotApi, upstreamSilent } from '../refusals.ts'
import { requestUpstream, type Upstream } from './upstream.ts'

interface UpstreamOptions {
  upstream: Upstream
}

/** Reads the account that a token belongs to. Throws a Refusal if the token is rejected or the service fails. */
export const readAccount = (options: UpstreamOptions, token: string): Promise<Account> => requestAccount(options, token, AccountResponse)

const WithTokenKey = itemResponse(TokenKey)

/** Reads the token key of a token's account, null if it has none. Throws like readAccount, and if our own service can't open it. */
export async function readTokenKey(way: UpstreamOptions, token: string): Promise<string | null> {
  const { tokenKey } = await requestAccount(way, token, WithTokenKey)
  if (!tokenKey && way.upstream.kind === 'bundled') throw tokenKeyLost()
  return tokenKey || null
}

async function requestAccount<T>({ upstream }: UpstreamOptions, token: string, shape: ZodMiniType<{ data: T }>): Promise<T> {
  const { status, json, retryAfter } = await requestUpstream(upstream, accountRead.path, { method: accountRead.method, token })
  const refused = refusal.safeParse(json)
  if (status === 429) throw tooManyRequests(retryAfter)
  if (status >= 500) throw upstreamFailing(status)
  if (status === 401 || status === 403) throw tokenRefused(refused.data?.message)
  if (status >= 400) throw upstreamNotApi(`it answered ${status} to a read of the account`)
  if (refused.success && !refused.data.status) {
    // Some services refuse a token with status 200 and a message. Without a message, the token may not be the reason.
    if (refused.data.message?.trim()) throw tokenRefused(refused.data.message)
    throw upstreamSilent()
  }
  const account = shape.safeParse(json)
  if (!account.success) throw upstreamNotApi('its response contains no account')
  return account.data.data
}
