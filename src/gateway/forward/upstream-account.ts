import { AccountResponse, accountRead, TokenKey, type Account } from '#contract/account.ts'
import { itemResponse, refusal } from '#contract/values.ts'
import { tokenRefused, tooManyRequests, upstreamFailing, upstreamNotApi, upstreamSilent } from '../refusals.ts'
import { requestUpstream, type Upstream } from './upstream.ts'

interface UpstreamOptions {
  upstream: Upstream
  /** Milliseconds. */
  upstreamTimeoutMs?: number | undefined
}

/** Whose token it is; throws the reason why it opens nothing. */
export async function readAccount(options: UpstreamOptions, token: string): Promise<Account> {
  const account = AccountResponse.safeParse(await requestAccount(options, token))
  if (!account.success) throw upstreamNotApi('its answer holds no account')
  return account.data.data
}

const WithTokenKey = itemResponse(TokenKey)

/** The secret of the token's account, null where it has none; throws the reason why it opens nothing. */
export async function readTokenKey(way: UpstreamOptions, token: string): Promise<string | null> {
  const account = WithTokenKey.safeParse(await requestAccount(way, token))
  if (!account.success) throw upstreamNotApi('its answer holds no account')
  return account.data.data.tokenKey || null
}

async function requestAccount({ upstream, upstreamTimeoutMs }: UpstreamOptions, token: string): Promise<Record<string, unknown>> {
  const { status, json, retryAfter } = await requestUpstream(
    upstream,
    accountRead.path,
    { method: accountRead.method, token },
    upstreamTimeoutMs,
  )
  const refused = refusal.safeParse(json)
  if (status === 429) throw tooManyRequests(retryAfter)
  if (status >= 500) throw upstreamFailing(status)
  if (status === 401 || status === 403) throw tokenRefused(refused.data?.message)
  if (status >= 400) throw upstreamNotApi(`it answered ${status} to a read of the account`)
  if (refused.success && !refused.data.status) {
    // Some services refuse a token with status 200 and say why. Without a word nobody knows that the token is the reason.
    if (refused.data.message?.trim()) throw tokenRefused(refused.data.message)
    throw upstreamSilent()
  }
  return json
}
