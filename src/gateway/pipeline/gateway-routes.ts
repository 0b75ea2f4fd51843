import type { Endpoint, Method } from '#contract/endpoint.ts'
import { gatewayPaths } from '#contract/session.ts'
import { type GatewayEndpointName, gatewayApi } from '#contract/gateway/api.ts'
import { BacktestRequest, backtestPath } from '#contract/gateway/rules.ts'
import { compress } from '#http/compress.ts'
import { noSuchPath } from '#http/refusal.ts'
import { waiting, wrongMethod } from '../refusals.ts'
import { type AttemptLimiter, limitRequests } from '../server/attempt-limiter.ts'
import { jsonBody } from '../server/request-body.ts'
import type { RequestContext } from '../server/request-context.ts'
import { type SessionRouteOptions, requireSession } from '../session/require-session.ts'
import { type Asked, type Caller, parsed, permitted, requireConfirmed, requireRight } from './admit.ts'
import type { SignedInRequest, GatewayHandlers } from './handler.ts'
import type { RunBacktest } from '../rules/backtest/backtest-handlers.ts'

/** What a session that began with a recovery code may do until it has registered a passkey. */
const withoutPasskey: ReadonlySet<string> = new Set(['meRead', 'myPasskeyOptions', 'myPasskeyCreate'])
/** Refused for a day after a sign-in with a recovery code, as is everything that changes people: whoever found the code must not lock others out. */
const notWhileWaiting: ReadonlySet<GatewayEndpointName> = new Set(['myPasskeyRemove', 'myRecoveryCodesCreate'])

/** A way to these endpoints. */
export interface GatewayCaller extends Caller {
  /** Throws a Refusal for what this way does not lead to. */
  requireOpen?: (name: GatewayEndpointName) => void
}

/** The page's way. */
export const pageCaller = (
  options: Pick<SessionRouteOptions, 'sessions' | 'identity'> & { requestLimiter: AttemptLimiter },
): GatewayCaller => ({
  path: gatewayPaths.workspace,
  authenticate: async (c, name) => {
    const session = await requireSession(c, options, { mayLackPasskey: withoutPasskey.has(name) })
    limitRequests(options.requestLimiter, session)
    return session
  },
})

interface GatewayRouteOptions extends Pick<SessionRouteOptions, 'now'> {
  caller: GatewayCaller
  handlers: GatewayHandlers
  /** null: this way does not lead to it. */
  runBacktest: RunBacktest | null
  /** Limits what anyone may ask, by endpoint and network of the client. */
  anonymousLimit: <T>(c: RequestContext, name: GatewayEndpointName, work: () => Promise<T>) => Promise<T>
}

const names = Object.keys(gatewayApi) as GatewayEndpointName[]
const endpointOf = (name: GatewayEndpointName): Endpoint => gatewayApi[name]

/** Answers requests for `gatewayApi`, the gateway's own endpoints. The only place that decides who may use them. */
export function gatewayRoutes(options: GatewayRouteOptions): (c: RequestContext) => Promise<Response> {
  const { caller, handlers, runBacktest, anonymousLimit, now } = options

  async function authorize(c: RequestContext, asked: Asked & { name: GatewayEndpointName }): Promise<SignedInRequest> {
    const { right, stepUp = false } = asked.endpoint
    const session = await permitted(c, caller, asked)
    const { member, workspace } = session
    const isWaiting = (member?.waitingUntil ?? 0) > now()
    if (isWaiting && (right === 'people.write' || notWhileWaiting.has(asked.name))) throw waiting()
    // Whoever lost every passkey cannot confirm with one.
    await requireConfirmed(session, asked, now(), () => stepUp && !member?.mustRegisterPasskey)
    return { c, session, workspace }
  }

  async function answer(c: RequestContext, name: GatewayEndpointName, rawParams: Record<string, string>): Promise<Response> {
    const endpoint = endpointOf(name)
    // Whether a session may do this is decided before its input is judged, except for what names the target.
    const params = { ...parsed(endpoint.params, rawParams) }
    const request = endpoint.right === 'anyone' ? { c } : await authorize(c, { name, endpoint, params })
    const query = parsed(endpoint.query, c.req.query())
    const input = { params, query, ...(endpoint.body && { body: await jsonBody(c, endpoint.body) }) }
    // The compiler cannot relate the name to its handler here; each schema has parsed the input of its own endpoint.
    const handle = handlers[name] as (request: object) => Promise<unknown>
    const output = await handle({ ...input, ...request })
    const json: unknown = endpoint.response.parse(output)
    // What a change answers may hold a secret beside texts of other people, such as recovery codes; what is read holds none (BREACH).
    if (endpoint.method !== 'GET') return c.json(json as object)
    const { body, headers } = await compress(JSON.stringify(json), c.req.header('accept-encoding'))
    return c.body(body, 200, { 'content-type': 'application/json', ...headers })
  }

  /** Like any endpoint of its right, but its answer comes in lines while it runs. */
  async function answerBacktest(c: RequestContext, runBacktest: RunBacktest): Promise<Response> {
    const session = await caller.authenticate(c, 'backtest')
    requireRight(session.member, 'rules.write')
    const request = await jsonBody(c, BacktestRequest)
    return runBacktest({ c, session, workspace: session.workspace }, request)
  }

  return (c) => {
    const path = new URL(c.req.url).pathname.slice(caller.path.length)
    if (runBacktest && path === backtestPath && c.req.method === 'POST') return answerBacktest(c, runBacktest)
    const { name, params } = route(c.req.method, path)
    caller.requireOpen?.(name)
    return endpointOf(name).right === 'anyone' ? anonymousLimit(c, name, () => answer(c, name, params)) : answer(c, name, params)
  }
}

function route(method: string, path: string): { name: GatewayEndpointName; params: Record<string, string> } {
  const allowed: Method[] = []
  for (const name of names) {
    const endpoint = endpointOf(name)
    const params = endpoint.match(path)
    if (params && endpoint.method === method) return { name, params }
    if (params) allowed.push(endpoint.method)
  }
  throw allowed.length ? wrongMethod() : noSuchPath()
}
