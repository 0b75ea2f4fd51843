import type { Endpoint } from '#contract/endpoint.ts'
import { confirmScope } from '#contract/session.ts'
import { allows, allowsEverywhere } from '#contract/gateway/grant.ts'
import { isRight, type Right } from '#contract/gateway/rights.ts'
import { fieldErrors, invalid } from '#http/refusal.ts'
import { freshTokenNeeded, noRight, notForTokens } from '../refusals.ts'
import type { RequestContext } from '../server/request-context.ts'
import { type ActiveSession, isConfirmed } from '../session/sessions.ts'
import type { Member } from '../access/member.ts'

/**
 * The way of every request, for the API (forward/forward.ts) and for the gateway's own endpoints (gateway-routes.ts): what is asked → who → permission →
 * confirmation. Then it is limited, recorded and carried out, and its answer reduced to what the person may see. Each step throws a Refusal.
 */

/** A way to endpoints: of the page with its cookie, of programs with a scoped token, or of jobs. */
export interface Caller {
  /** In front of the paths of the endpoints. */
  path: string
  /** Who asks. @param name of the endpoint */
  authenticate: (c: RequestContext, name: string) => Promise<ActiveSession>
}

export interface Asked {
  name: string
  endpoint: Endpoint
  /** Parsed. */
  params: Readonly<Record<string, unknown>>
}

/** The values that the schema of a part of a request knows, parsed; none without a schema. */
export function parsed(schema: Endpoint['params'], values: unknown): object {
  if (!schema) return {}
  const result = schema.safeParse(values)
  if (!result.success) throw invalid(fieldErrors({ body: result.error.issues }))
  // Every part is declared as an object or an array.
  return result.data as object
}

/**
 * Whether a person may use an endpoint: the right that it declares, in the chat of its path. What is not allowed is refused, also for an endpoint that
 * declares a right nobody has.
 * @param member null: whoever signed in with the account's token
 */
export function mayUse(member: Member | null, { right, path }: Endpoint, { chatId }: Asked['params']): boolean {
  if (member === null || right === 'signed-in') return true
  // Nothing within a chat is allowed without knowing which.
  if (!isRight(right) || (path.includes('{chatId}') && typeof chatId !== 'number')) return false
  return allows(member, right, typeof chatId === 'number' ? chatId : undefined)
}

/** Throws `no_right`, the same for a chat that does not exist and for one outside the grant. */
export async function permitted(c: RequestContext, { authenticate }: Caller, { name, endpoint, params }: Asked): Promise<ActiveSession> {
  const session = await authenticate(c, name)
  if (!mayUse(session.member, endpoint, params)) throw noRight()
  return session
}

/** For what belongs to no endpoint of the API. @param where 'all chats': the right has to hold in every chat of the account */
export function requireRight(member: Member | null, right: Right, where?: 'all chats'): void {
  if (member === null) return
  const holds = where === 'all chats' ? allowsEverywhere(member, right) : allows(member, right)
  if (member.mustRegisterPasskey || !holds) throw noRight()
}

/**
 * What cannot be undone, or could hand the account to somebody else, requires a recent confirmation: the token entered again, or a passkey. Throws
 * `fresh_token_needed`, or `not_for_tokens` where a scoped token asks, with which nothing can be confirmed.
 * @param isNeeded asked only where there is none
 * @param now Unix seconds
 */
export async function requireConfirmed(
  session: ActiveSession,
  { name, endpoint, params }: Asked,
  now: number,
  isNeeded: () => boolean | Promise<boolean>,
): Promise<void> {
  if (isConfirmed(session, confirmScope(name, endpoint.path, params), now)) return
  if (await isNeeded()) throw session.scopedToken ? notForTokens() : freshTokenNeeded()
}
