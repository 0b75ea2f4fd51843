import { Hono } from 'hono'
import type { Logger } from 'pino'
import { openapi } from '#contract/openapi.ts'
import { wait as waitFor, type Wait } from '#jobs/request-scheduler.ts'
import { declaredSounds } from '#contract/catalogue-file.ts'
import { setProviderNames } from '#contract/provider-names.ts'
import { gatewayPaths } from '#contract/session.ts'
import type { SoundName } from '#contract/settings-derive.ts'
import { workspaceOpenapi } from '#contract/workspace/openapi.ts'
import { noSuchPath, unavailable } from '#http/refusal.ts'
import { companyRoutes } from './company/company-routes.ts'
import { companyProvider, type CompanySettings } from './company/provider.ts'
import { apiPage, forwarder } from './forward/forward.ts'
import { serviceCaller } from './forward/service-calls.ts'
import { createListCollector, longListResponse } from './forward/long-list.ts'
import { createMessagePolls } from './forward/message-polls.ts'
import { serviceRequest } from './forward/program-request.ts'
import { profileRoutes, type ProfileStore } from './forward/service-profile.ts'
import { bundledUpstream, isStream, remoteUpstream } from './forward/upstream.ts'
import { imageRoutes } from './images/image-routes.ts'
import { internet, type Network } from './images/safe-fetch.ts'
import { countRequests } from './metrics/metrics-routes.ts'
import { noRecorder, type Recorder } from './metrics/recorder.ts'
import { refusalResponse, wrongMethod } from './refusals.ts'
import { createAttemptLimiter } from './server/attempt-limiter.ts'
import { limitRequestBody } from './server/body-limit.ts'
import { errorResponse } from './server/error-response.ts'
import { requireOwnPage } from './server/csrf.ts'
import { shedLoad } from './server/load-shedding.ts'
import { limitAttempts } from './server/limit-attempts.ts'
import { detectProxies } from './server/proxy-detection.ts'
import { originOf, resolveClientAddress, type Bindings, type RequestContext } from './server/request-context.ts'
import { addSecurityHeaders, noStore } from './server/security-headers.ts'
import { parseProxies } from './server/trusted-proxies.ts'
import { sessionDescriber, type Demo } from './session/describe-session.ts'
import { createIdentity } from './session/identity.ts'
import { networkOfClient } from './session/open-session.ts'
import type { Keys } from './session/seal.ts'
import type { Sessions } from './session/sessions.ts'
import { signInRoutes } from './session/sign-in.ts'
import { appFiles } from './static/app-files.ts'
import { readCatalogue } from './static/read-catalogue.ts'
import { createAuditLog } from './workspace/audit/audit-log.ts'
import { auditedCalls, auditedProgram, type OnChange } from './workspace/audit/audited-calls.ts'
import { auditedHandlers } from './workspace/audit/audited-workspace.ts'
import { createStateReader } from './workspace/audit/state-before.ts'
import type { GatewayDatabase } from './workspace/handler.ts'
import { createDeletionLimit } from './workspace/limits/deletion-limit.ts'
import type { BacktestSetup } from './workspace/rules/backtest/backtest-handlers.ts'
import { workspaceHandlers } from './workspace/handlers.ts'
import { recordTokenAnswer } from './workspace/team-of-session.ts'
import { refuseScopedTokens, scopedTokenOf } from './workspace/tokens/presented-token.ts'
import { tokenRoutes } from './workspace/tokens/token-routes.ts'
import { workspacePage, workspaceRoutes } from './workspace/workspace-routes.ts'
import { createDeliver } from './workspace/notifications/deliver.ts'
import type { MailSettings } from './workspace/notifications/mail.ts'
import { createNotify, type Notify } from './workspace/notifications/notify.ts'
import { createSender, type Sender } from './workspace/notifications/sender.ts'
import { noTracing, traceRequests, type Tracing } from './tracing/tracing.ts'
import { createKnownSounds } from './worker/known-sounds.ts'
import { createLease, databaseNow } from './worker/lease.ts'
import { createPlanner, type Planner } from './worker/planner.ts'
import { createServiceClient } from './worker/service-client.ts'
import { createStandingStore, type StandingStore } from './worker/standing.ts'
import type { Tasks } from './worker/task.ts'
import { createTasks } from './worker/tasks.ts'
import { createWorker, type Worker } from './worker/worker.ts'

interface Service {
  fetch: (request: Request, options?: { onChange: OnChange }) => Response | Promise<Response>
}

export interface GatewayOptions {
  /** Our own service, or the base URL of a remote one without a trailing slash. */
  upstream: { service: Service } | { address: string }
  /** The gateway's own tables. */
  database: GatewayDatabase
  /** Derived from the key file. */
  keys: Keys
  sessions: Sessions
  /** The address at which people open the dashboard, without a trailing slash. Passkeys work there and nowhere else. */
  origin: string
  /** The OpenID provider of the company; null or missing if there is none. */
  company?: CompanySettings | null
  /** What accounts have learned about remote services. */
  profiles: ProfileStore
  /** Every change is recorded. `withMessageTexts`: the texts of messages too. null: nothing is, which only tests and benchmarks need. */
  audit: { withMessageTexts: boolean; soundName: SoundName } | null
  /** The id of the database (db/installation.ts). */
  installation: string
  /** What runs on its own: other gateways may use this database; the name of this one, for people. */
  worker: { isShared: boolean; name: string }
  /** How e-mail is sent; null or missing if the operator has not set it up. */
  mail?: MailSettings | null
  /** Hosts inside to which notifications may be sent. */
  allowedHosts?: readonly string[]
  /** How rules are run on the archive; null or missing where they are not, which only tests and benchmarks need. */
  backtest?: BacktestSetup | null
  /** Kinds of work other than the product's own, which only tests need. */
  tasks?: Partial<Tasks>
  /** Null if no demo is offered. */
  demo: Demo | null
  /** Whether the database answers and accepts writes. */
  isHealthy: () => Promise<boolean>
  /** Whether this process should get requests; without it, whenever it is healthy. */
  isReady?: () => Promise<boolean>
  /** The build's output, which contains index.html. */
  appFolder: string
  log: Logger
  /** Sign-ins per minute and address; half as many may fail. */
  signInLimit?: number
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[]
  /** The time in milliseconds. */
  nowMs?: () => number
  /** Milliseconds of a clock that nobody can set. */
  monotonicMs?: () => number
  wait?: Wait
  /** How long the HTML of a page waits for its data. */
  pageDataTimeoutMs?: number | undefined
  /** Reaches hosts of images, and receivers of notifications. */
  network?: Network
  /** Counts what happens; null or missing: nobody does. `routes`: the metrics are read here, and not on a port of their own. */
  metrics?: { recorder: Recorder; routes: Hono<Bindings> | null } | null
  /** Null or missing: there are no traces. */
  tracing?: Tracing | null
}

interface Gateway {
  app: Hono<Bindings>
  worker: Worker
  sender: Sender
  notify: Notify
  standing: StandingStore
  planner: Planner
}

/** The server: the app's files, the session, and the forwarding of API calls to the service. The worker does nothing until it is started. */
export function createGateway(options: GatewayOptions): Gateway {
  const {
    database,
    keys,
    sessions,
    origin,
    profiles,
    log,
    demo,
    pageDataTimeoutMs,
    signInLimit = 20,
    nowMs = Date.now,
    monotonicMs = () => performance.now(),
    wait = waitFor,
    network = internet,
    trustedProxies = [],
    allowedHosts = [],
    mail = null,
    metrics = null,
    tracing = null,
  } = options
  const { recorder } = metrics ?? { recorder: noRecorder }
  const service = 'service' in options.upstream ? options.upstream.service : null
  const bareUpstream = 'service' in options.upstream ? bundledUpstream(options.upstream.service) : remoteUpstream(options.upstream.address)
  const observers = { ...(metrics && { onEnd: recorder.upstream }), ...(tracing && { onBegin: tracing.upstream }) }
  const upstream = { ...bareUpstream, ...observers }
  const createSignInLimiter = () => createAttemptLimiter(signInLimit, Math.ceil(signInLimit / 2), nowMs)
  const now = () => Math.floor(nowMs() / 1000)
  const identity = createIdentity(options.installation, upstream.address)
  const audit = options.audit && createAuditLog({ database, log, nowMs })
  const forSession = { sessions, upstream, identity, log, audit, now }
  const collectList = createListCollector()
  const { query } = database
  const notify = createNotify({ database, log, nowMs })
  const polls = createMessagePolls(monotonicMs)
  const callService = serviceCaller({
    ...forSession,
    collectList,
    polls,
    recordTokenAnswer: (session, isAccepted) => recordTokenAnswer(query, session, isAccepted, now(), notify),
  })
  const auditing = options.audit &&
    audit && {
      audit,
      withMessageTexts: options.audit.withMessageTexts,
      stateBefore: createStateReader({ nowMs, soundName: options.audit.soundName }),
    }
  const soundName = options.audit?.soundName ?? (() => undefined)
  const serviceClient = createServiceClient({ upstream, polls, auditing })
  const catalogue = readCatalogue(options.appFolder, log)
  // For refusals, which name the service.
  setProviderNames(catalogue?.names)
  const declared = catalogue && upstream.kind === 'remote' ? declaredSounds(catalogue, upstream.address) : []
  const knownSounds = createKnownSounds({ upstream, profiles, soundName, declared, now })
  const planner = createPlanner(query)
  const leaseNow = () => databaseNow(options.worker.isShared, nowMs)
  const clocks = { nowMs, monotonicMs, wait }
  const tasks = options.tasks ?? createTasks({ database, planner, log, notify, ...clocks, leaseNow, recorder })
  const lease = createLease({ ...options.worker, ...clocks, query })
  const worker = createWorker({
    ...options.worker,
    ...clocks,
    database,
    keys,
    serviceClient,
    knownSounds,
    lease,
    notify,
    tasks,
    log,
    recorder,
    tracing: tracing ?? noTracing,
  })
  const receivers = { network, allowedHosts }
  const deliver = createDeliver({ ...receivers, query, keys, mail, origin, nowMs })
  const sender = createSender({ database, lease, deliver, log, nowMs, wait, recorder })
  const notifying = { isMailSetUp: mail !== null, receivers, deliver, wake: sender.wake }
  const standing = createStandingStore({ ...options.worker, database, keys, tasks, lease, nowMs })
  const forWork = { serviceClient, knownSounds, planner, standing, notify, notifying, nowMs, leaseNow }
  const deletionLimit = createDeletionLimit(database, now)
  const company = options.company ? companyProvider(options.company, origin, log) : null
  const isProxy = parseProxies(trustedProxies)
  const proxies = detectProxies(isProxy, log)
  const describer = sessionDescriber({
    ...forSession,
    demo,
    names: catalogue?.names,
    query,
    origin,
    hasCompany: company !== null,
    isBehindProxy: proxies.wasSeen,
  })

  const app = new Hono<Bindings>()
  app.onError((error, c) => errorResponse(error, c, log))
  if (metrics) app.use(countRequests(recorder))
  if (tracing) app.use(traceRequests(tracing))
  app.use(resolveClientAddress(isProxy), proxies.watch, addSecurityHeaders)
  app.use(async (c, next) => (isUnsupported(c.req.method) ? refusalResponse(wrongMethod()) : next()))
  // Before load shedding: monitoring must get an answer, above all under load.
  app.get('/healthz', noStore, statusOf(options.isHealthy))
  app.get('/readyz', noStore, statusOf(options.isReady ?? options.isHealthy))
  if (metrics?.routes) app.route('/', metrics.routes)
  app.use(shedLoad(log))

  app.use('/bff/*', refuseScopedTokens)
  // Before the rest of /bff: an image may be cached.
  app.route(gatewayPaths.image, imageRoutes({ sessions, network, log, nowMs }))
  // Before the protection against requests of other sites: the company's provider sends the browser back.
  if (company)
    app.route(gatewayPaths.company, companyRoutes({ provider: company, keys, query, origin, log, now, limiter: createSignInLimiter() }))
  app.use('/bff/*', noStore, limitRequestBody, requireOwnPage)
  const confirmLimiter = createSignInLimiter()
  app.route(
    gatewayPaths.session,
    signInRoutes({
      ...forSession,
      ...describer,
      signInLimiter: createSignInLimiter(),
      confirmLimiter,
    }),
  )
  const forHandlers = { ...forSession, ...describer, ...forWork, deletionLimit, database, keys, origin, company, confirmLimiter }
  const { runBacktest, ...handlers } = workspaceHandlers({ ...forHandlers, backtest: options.backtest ?? null })
  const anonymousLimiter = createSignInLimiter()
  const audited = auditing ? auditedCalls(callService, auditing) : callService
  const forWorkspace = {
    now,
    handlers: auditedHandlers(handlers, audit, query),
    anonymousLimit: <T>(c: RequestContext, name: string, work: () => Promise<T>) =>
      limitAttempts(c, anonymousLimiter, `${name} ${networkOfClient(c)}`, work),
  }
  app.all(`${gatewayPaths.workspace}/*`, workspaceRoutes({ ...forWorkspace, caller: workspacePage(forSession), runBacktest }))
  app.all(`${gatewayPaths.api}/*`, forwarder(forSession, apiPage(forSession), audited, deletionLimit))
  app.get(gatewayPaths.openapi, (c) => c.json(workspaceOpenapi(origin)))
  // There is nothing to learn about our own service.
  if (upstream.kind === 'remote') app.route(gatewayPaths.profile, profileRoutes({ ...forSession, profiles, address: upstream.address }))
  app.all('/bff/*', () => refusalResponse(noSuchPath()))

  const forTokens = { ...forWorkspace, ...forSession, database, keys, limiter: createSignInLimiter() }
  const answerToken = tokenRoutes({ ...forTokens, callService: audited, deletionLimit })
  app.all(`${gatewayPaths.program}/*`, noStore, limitRequestBody, async (c) => {
    if (scopedTokenOf(c) !== null) return answerToken(c)
    if (!service) return refusalResponse(noSuchPath())
    const response = await service.fetch(
      await serviceRequest(c),
      auditing ? { onChange: auditedProgram(c, { ...auditing, identity }) } : undefined,
    )
    return isStream(response) && response.body ? longListResponse(c, await collectList(response.body), response.headers) : response
  })
  // The document contains the request's Host header, which a cache must not serve to anybody else.
  app.get('/openapi.json', noStore, (c) => c.json(openapi(upstream.address || `${originOf(c)}/api`)))

  app.route('/', appFiles(options.appFolder, catalogue, { ...forSession, ...describer, callService, maxWaitMs: pageDataTimeoutMs }))
  app.all('*', () => refusalResponse(wrongMethod()))
  return { app, worker, sender, notify, standing, planner }
}

const statusOf = (check: () => Promise<boolean>) => async (c: RequestContext) => {
  if (!(await check())) throw unavailable()
  return c.json({ status: true })
}

/** Methods for which the standard Request cannot be constructed. */
const isUnsupported = (method: string) => ['TRACE', 'TRACK', 'CONNECT'].includes(method)
