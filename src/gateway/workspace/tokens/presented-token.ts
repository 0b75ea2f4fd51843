import type { MiddlewareHandler } from 'hono'
import { scopedTokenPrefix } from '#contract/workspace/scoped-tokens.ts'
import { tokenMisplaced } from '../../refusals.ts'
import type { Bindings, RequestContext } from '../../server/request-context.ts'

const bearer = /^Bearer +(\S+)$/i

/** The scoped token that a request presents; null where it presents none, such as an account token of our own service. */
export function scopedTokenOf(c: RequestContext): string | null {
  const token = bearer.exec(c.req.header('authorization') ?? '')?.[1]
  return token?.startsWith(scopedTokenPrefix) ? token : null
}

/** For the page's own paths, where the cookie alone counts: whoever sends a token there as well mixes two ways to be recognised. */
export const refuseScopedTokens: MiddlewareHandler<Bindings> = async (c, next) => {
  if (scopedTokenOf(c) !== null) throw tokenMisplaced()
  await next()
}
