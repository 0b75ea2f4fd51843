import { scopedTokenPrefix } from '#contract/workspace/scoped-tokens.ts'
import type { RequestContext } from '../../server/request-context.ts'

const bearer = /^Bearer +(\S+)$/i

/** The scoped token that a request presents; null where it presents none, such as an account token of our own service. */
export function scopedTokenOf(c: RequestContext): string | null {
  const token = bearer.exec(c.req.header('authorization') ?? '')?.[1]
  return token?.startsWith(scopedTokenPrefix) ? token : null
}
