import { gatewayPaths } from '#contract/session.ts'
import { forwarder } from '../forward/forward.ts'
import type { CallService } from '../forward/service-calls.ts'
import { notForTokens } from '../refusals.ts'
import type { AttemptLimiter } from '../server/attempt-limiter.ts'
import type { RequestContext } from '../server/request-context.ts'
import type { SessionRouteOptions } from '../session/require-session.ts'
import type { Keys } from '../session/seal.ts'
import type { GatewayDatabase } from '../pipeline/handler.ts'
import type { DeletionLimit } from '../limits/deletion-limit.ts'
import { workspaceRoutes } from '../pipeline/workspace-routes.ts'
import { tokenSessions } from './token-session.ts'
import type { WorkspaceName } from '#contract/gateway/api.ts'

interface Options
  extends
    Pick<SessionRouteOptions, 'upstream' | 'log' | 'now'>,
    Pick<Parameters<typeof workspaceRoutes>[0], 'handlers' | 'anonymousLimit'> {
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
  const requireOpen = (name: WorkspaceName) => {
    if (!forTokens.has(name)) throw notForTokens()
  }
  const answer = workspaceRoutes({
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
const forTokens: ReadonlySet<WorkspaceName> = new Set([
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
