import type { GatewayDatabase } from '../database/database.ts'
import type { MiddlewareHandler } from 'hono'
import { gatewayPaths } from '#contract/session.ts'
import type { GatewayEndpointName } from '#contract/gateway/api.ts'
import { scopedTokenPrefix } from '#contract/gateway/scoped-tokens.ts'
import { unavailable } from '#http/refusal.ts'
import { update } from '#db/rows.ts'
import { forwarder } from '../forward/forward.ts'
import type { CallService } from '../forward/service-calls.ts'
import { notForTokens, insecureToken, scopedTokenEnded, scopedTokenUnknown, tokenMisplaced } from '../refusals.ts'
import { type AttemptLimiter, limitRequests, requireSecureTransport, requireUnlimited } from '../server/attempt-limiter.ts'
import { type RequestContext, type Bindings, clientAddress } from '../server/request-context.ts'
import type { SessionRouteOptions } from '../session/require-session.ts'
import type { Keys } from '../session/seal.ts'
import type { DeletionLimit } from '../limits/deletion-limit.ts'
import { gatewayRoutes } from '../pipeline/gateway-routes.ts'
import { hashOf } from '../access/secrets.ts'
import { grantOfToken } from '../lent/require-lender.ts'
import { readCookie } from '../session/cookie.ts'
import { networkOfClient } from '../session/open-session.ts'
import type { ActiveSession } from '../session/sessions.ts'

interface Options
  extends Pick<SessionRouteOptions, 'upstream' | 'log' | 'now'>, Pick<Parameters<typeof gatewayRoutes>[0], 'handlers' | 'anonymousLimit'> {
  database: Pick<GatewayDatabase, 'query'>
  keys: Keys
  /** Limits wrong tokens by the client's network. */
  limiter: AttemptLimiter
  /** Limits the requests of a token. */
  requestLimiter: AttemptLimiter
  callService: CallService
  deletionLimit: DeletionLimit
}

/** Answers requests that present a scoped token: calls of the API, and those of the gateway's own endpoints that tokens may use. */
export function tokenRoutes({ callService, deletionLimit, ...options }: Options): (c: RequestContext) => Promise<Response> {
  const authenticate = tokenSessions(options)
  const requireOpen = (name: GatewayEndpointName) => {
    if (!forTokens.has(name)) throw notForTokens()
  }
  const answer = gatewayRoutes({
    ...options,
    caller: { path: gatewayPaths.programWorkspace, authenticate, requireOpen },
    runBacktest: null,
  })
  const forward = forwarder(options, { path: gatewayPaths.program, authenticate }, callService, deletionLimit)
  return (c) => (new URL(c.req.url).pathname.startsWith(`${gatewayPaths.programWorkspace}/`) ? answer(c) : forward(c))
}

/**
 * Which of the gateway's own endpoints a scoped token may use, as far as its role includes them. What is missing is refused: people, tokens, sessions,
 * sign-ins, whatever needs a confirmation, and what belongs to a person, such as records and notices.
 */
const forTokens: ReadonlySet<GatewayEndpointName> = new Set([
  'ownTokenRead',
  'limitsRead',
  // Presets are records; which other kinds are read is decided by their rights.
  'recordList',
  'presetOnList',
  'presetUseList',
  'presetPreview',
  'presetTurnOn',
  'presetExtend',
  'presetEnd',
  // What became of them.
  'jobRead',
  'jobResultList',
  'auditList',
  'auditCount',
  'auditRead',
])

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

const useIntervalSeconds = 60
const secret = /^[\w-]{43}$/

/**
 * Returns a function that resolves to what the scoped token of a request may do, as a session that lasts for this request. It is read anew each time, so a
 * revocation holds from the next request. Throws a Refusal.
 */
function tokenSessions({
  database: { query },
  keys,
  limiter,
  requestLimiter,
  now,
}: Pick<Options, 'database' | 'keys' | 'limiter' | 'requestLimiter' | 'now'>) {
  /** The token with its team and its creator, by the hash: the timing of the query reveals nothing about tokens that exist. */
  const find = (token: string) =>
    query
      .selectFrom('scoped_token')
      .innerJoin('team', 'team.workspace', 'scoped_token.workspace')
      .leftJoin('person', (join) => join.onRef('person.id', '=', 'scoped_token.creator_id').on('person.removed', 'is', null))
      .selectAll('scoped_token')
      .select(['team.account_id', 'team.account_name', 'team.account_email', 'team.since', 'team.sealed_token', 'team.token_checked'])
      .select(['team.token_rejected', 'team.roles'])
      .select(['person.role as creator_role', 'person.chats as creator_chats', 'person.limits as creator_limits'])
      .where('scoped_token.hash', '=', hashOf(token))
      .executeTakeFirst()

  async function recordUse(id: string, lastUsed: number | null) {
    if (lastUsed !== null && now() - lastUsed < useIntervalSeconds) return
    try {
      await update(query, 'scoped_token', { id }, { last_used: now() })
    } catch {
      // On a full disk reads still work; failing to record the use is no reason to refuse them.
    }
  }

  return async (c: RequestContext): Promise<ActiveSession> => {
    const token = scopedTokenOf(c) ?? ''
    // A browser sends its cookie by itself, a program never has one: whoever sends both mixes two ways to be recognised.
    if (readCookie(c) !== undefined) throw tokenMisplaced()
    requireSecureTransport(c, insecureToken)
    const network = networkOfClient(c)
    requireUnlimited(limiter, network)
    // A text of another shape is looked up as well, so that it takes as long.
    const row = await find(token)
    if (!row || !secret.test(token.slice(scopedTokenPrefix.length))) {
      limiter.recordFailure(network)
      throw scopedTokenUnknown()
    }
    const { id, label, role, expires } = row
    const grant = grantOfToken(row)
    // It was revoked with them, and this says why.
    if (grant === null) throw scopedTokenEnded('Whoever created this token was removed from the team.')
    if (row.revoked !== null) throw scopedTokenEnded('This token was revoked.')
    if (expires <= now()) throw scopedTokenEnded('This token has expired.')
    if (row.since === null) throw scopedTokenEnded('Team access is off for this account, so its tokens do not work.')
    // Several gateways may share the table but not the key.
    const serviceToken = keys.unseal('workspace-token', row.workspace, row.sealed_token)
    if (serviceToken === null) throw unavailable()
    await recordUse(id, row.last_used)
    const session: ActiveSession = {
      hash: row.hash,
      token: serviceToken,
      account: { id: row.account_id, name: row.account_name, email: row.account_email },
      workspace: row.workspace,
      keep: false,
      idleEnd: expires,
      end: expires,
      tokenEnd: null,
      freshUntil: 0,
      confirmed: { scopes: [], until: 0 },
      team: { sealedToken: row.sealed_token, tokenChecked: row.token_checked, isTokenRejected: row.token_rejected === 1 },
      member: { id, name: label, role, ...grant, waitingUntil: 0, mustRegisterPasskey: false },
      scopedToken: { id, label, role, expires },
      method: 'api',
      address: clientAddress(c),
      agent: c.req.header('user-agent') ?? '',
    }
    limitRequests(requestLimiter, session)
    return session
  }
}
