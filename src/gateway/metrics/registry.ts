import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { route } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { gatewayPaths } from '#contract/session.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { PoolState } from '#db/open.ts'
import type { Figures, Latest } from './figures.ts'
import type { Recorder } from './recorder.ts'

export type Metrics = ReturnType<typeof createMetrics>

export interface MetricsOptions {
  build: { version: string; database: 'sqlite' | 'postgres'; service: 'bundled' | 'remote' }
  figures: () => Promise<Latest<Figures>>
  pool: () => PoolState | null
  /** Whether this gateway holds the lease of the worker. */
  isWorking: () => boolean
}

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const upstreamBuckets = [...requestBuckets, 15]

/**
 * All metrics of a gateway (see the table in docs/operations.md). Label values come from fixed lists: operation ids, kinds, outcomes. They never contain
 * the name or id of a chat, an account or a person, so the number of series is bounded.
 */
export function createMetrics({ build, figures, pool, isWorking }: MetricsOptions) {
  const registry = new Registry()
  const gauges = createGauges(registry, pool, isWorking)
  new Gauge({
    name: 'roomkeeper_build_info',
    help: 'Always 1; the labels are the version, the database and the service',
    labelNames: ['version', 'database', 'service'],
    registers: [registry],
  }).set(build, 1)
  // Event-loop delay, memory, CPU, garbage collection.
  collectDefaultMetrics({ register: registry })
  return {
    recorder: createRecorder(registry),
    /** Does not reject if the database fails. */
    scrape: async (): Promise<{ text: string; contentType: string }> => {
      gauges.set(await figures())
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
    registry,
  }
}

const outcomeOf = (status: number) =>
  status === 429 ? 'limited' : status === 503 ? 'unavailable' : status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok'

function createRecorder(registry: Registry): Recorder {
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter<L>({ name: `roomkeeper_${name}`, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new Histogram<L>({ name: `roomkeeper_${name}`, help, labelNames, buckets, registers })

  const requests = counter('http_requests_total', 'Requests that were answered', ['surface', 'endpoint', 'outcome'])
  const requestSeconds = histogram(
    'http_request_duration_seconds',
    'Time until the response to a request starts',
    ['surface', 'endpoint'],
    requestBuckets,
  )
  const upstreamRequests = counter('upstream_requests_total', 'Requests of the gateway to the service', ['endpoint', 'outcome'])
  const upstreamSeconds = histogram(
    'upstream_request_duration_seconds',
    'Time until the service answered the gateway, or failed to',
    ['endpoint'],
    upstreamBuckets,
  )
  const workerRequests = counter('worker_requests_total', 'Requests of the worker, which count towards the budget of an account', ['kind'])
  const actions = counter('worker_actions_total', 'Runs of planned actions that ended; a failed one is retried', ['kind', 'outcome'])
  const deliveries = counter('notification_deliveries_total', 'Tries to deliver a notification', ['channel', 'outcome'])
  const ruleHits = counter('rule_hits_total', 'Hits of rules, by their first state', ['state'])
  const ruleActions = counter('rule_actions_total', 'Actions of rules, by outcome', ['action', 'outcome'])
  return {
    request: (method, url, status, seconds) => {
      const { surface, endpoint } = targetOf(method, url)
      requests.inc({ surface, endpoint, outcome: outcomeOf(status) })
      requestSeconds.observe({ surface, endpoint }, seconds)
    },
    upstream: (method, path, outcome, seconds) => {
      const { pathname, searchParams } = new URL(path, 'http://service.invalid')
      const endpoint = endpointIn(method, pathname, searchParams)
      upstreamRequests.inc({ endpoint, outcome })
      upstreamSeconds.observe({ endpoint }, seconds)
    },
    workerRequest: (kind) => workerRequests.inc({ kind }),
    action: (kind, outcome) => actions.inc({ kind, outcome }),
    delivery: (channel, isDelivered) => deliveries.inc({ channel, outcome: isDelivered ? 'delivered' : 'failed' }),
    ruleHits: (state, count) => ruleHits.inc({ state }, count),
    ruleAction: (action, outcome) => ruleActions.inc({ action, outcome }),
  }
}

/** Gauges that are read from the database have no series while their values are unknown. */
function createGauges(registry: Registry, pool: MetricsOptions['pool'], isWorking: MetricsOptions['isWorking']) {
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name: `roomkeeper_${name}`, help, labelNames, registers: [registry] })

  const up = gauge('database_up', '1: the database answered the last scrape within a second')
  const readSeconds = gauge('database_read_duration_seconds', 'Duration of the last read of these metrics from the database')
  const bytes = gauge('database_size_bytes', 'Size of the database')
  const free = gauge('database_disk_free_bytes', 'Free space on the disk of the data folder (SQLite)')
  const lag = gauge('worker_lag_seconds', 'How late the oldest planned action is that has not started; 0: none is late')
  const due = gauge('worker_actions_due', 'Planned actions that are due and have not started', ['kind'])
  const deliveries = gauge('notification_deliveries_due', 'Deliveries of notifications that are due, at most 10000')
  const age = gauge('notification_queue_age_seconds', 'How late the oldest notification is; 0: none is late')
  const waitingHits = gauge('rule_hits_waiting', 'Messages pending deletion and messages that wait for a decision, at most 10000 of each', [
    'state',
  ])
  const rules = gauge('rules', 'Rules of all accounts', ['state'])
  const leaseHeld = gauge('worker_lease_held', '1: this gateway runs the worker')
  const connections = gauge('database_pool_connections', 'Connections to PostgreSQL', ['state'])
  const waiting = gauge('database_pool_waiting', 'Queries that wait for a connection to PostgreSQL')
  const ofDatabase = [bytes, free, lag, deliveries, age, waiting]

  return {
    set: ({ value, seconds }: Latest<Figures>) => {
      for (const one of ofDatabase) one.remove()
      due.reset()
      rules.reset()
      waitingHits.reset()
      up.set(value ? 1 : 0)
      if (seconds === null) readSeconds.remove()
      else readSeconds.set(seconds)
      leaseHeld.set(isWorking() ? 1 : 0)
      const now = pool()
      if (now) {
        connections.set({ state: 'busy' }, now.busy)
        connections.set({ state: 'idle' }, now.idle)
        waiting.set(now.waiting)
      }
      if (!value) return
      bytes.set(value.size.bytes)
      if (value.size.freeBytes !== null) free.set(value.size.freeBytes)
      lag.set(value.lagSeconds)
      for (const [kind, count] of Object.entries(value.due)) due.set({ kind }, count)
      deliveries.set(value.deliveries)
      age.set(value.queueAgeSeconds)
      for (const [state, count] of Object.entries(value.rules)) rules.set({ state }, count)
      for (const [state, count] of Object.entries(value.hits)) waitingHits.set({ state }, count)
    },
  }
}

const gatewayEndpoints = Object.entries(gatewayApi) as [string, Endpoint][]

/** By path and method. */
const ofSession: Record<string, Record<string, string>> = {
  [gatewayPaths.session]: { GET: 'sessionRead', POST: 'signIn', DELETE: 'signOut' },
  [gatewayPaths.demo]: { POST: 'demo' },
  [gatewayPaths.confirm]: { POST: 'confirm' },
  [gatewayPaths.tokenKey]: { GET: 'tokenKey' },
  [`${gatewayPaths.company}/start`]: { GET: 'companyStart' },
  [`${gatewayPaths.company}/callback`]: { GET: 'companyCallback' },
  [gatewayPaths.image]: { GET: 'image' },
  [gatewayPaths.profile]: { GET: 'profileRead', PUT: 'profileWrite' },
  [gatewayPaths.openapi]: { GET: 'openapi' },
}

/**
 * The part of the server and the endpoint that a request was for. Everything comes from fixed lists, never from the request itself. `page`: the API, called
 * by the dashboard; `program`: called by others; `workspace`, `session`: the gateway's own endpoints; `app`: pages and files.
 * @param address of a request, absolute
 */
function targetOf(sent: string, address: string) {
  const { pathname, searchParams } = new URL(address)
  const method = sent === 'HEAD' ? 'GET' : sent
  const within = (prefix: string) => (pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : null)
  const ofPage = within(gatewayPaths.api)
  if (ofPage !== null) return { surface: 'page', endpoint: endpointIn(method, ofPage, searchParams) }
  const ofToken = within(gatewayPaths.programWorkspace)
  if (ofToken !== null) return { surface: 'program', endpoint: gatewayEndpointIn(method, ofToken) }
  const ofProgram = within(gatewayPaths.program)
  if (ofProgram !== null) return { surface: 'program', endpoint: endpointIn(method, ofProgram, searchParams) }
  const ofWorkspace = within(gatewayPaths.workspace)
  if (ofWorkspace !== null) return { surface: 'workspace', endpoint: gatewayEndpointIn(method, ofWorkspace) }
  if (pathname.startsWith('/bff/')) return { surface: 'session', endpoint: ofSession[pathname]?.[method] ?? unknown }
  if (['/healthz', '/readyz', '/metrics'].includes(pathname)) return { surface: 'operator', endpoint: pathname.slice(1) }
  return { surface: 'app', endpoint: pathname.startsWith('/assets/') || pathname.includes('.') ? 'file' : 'page' }
}

/** Where there is no endpoint for the path and method. */
const unknown = 'unknown'

/** The operation id of a call of the API. @param path relative to its base address */
function endpointIn(method: string, path: string, query: URLSearchParams): string {
  const found = route(method, path, query)
  return found.kind === 'endpoint' ? found.name : unknown
}

/** Far above the longest valid path. */
const maxPathLength = 500

function gatewayEndpointIn(method: string, path: string): string {
  if (path.length > maxPathLength) return unknown
  return gatewayEndpoints.find(([, endpoint]) => endpoint.method === method && endpoint.match(path))?.[0] ?? unknown
}
