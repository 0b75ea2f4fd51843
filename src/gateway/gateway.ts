import { driftTask } from './drift/task.ts'
import { presetTask } from './presets/preset-task.ts'
import { hoursTask } from './hours/hours-task.ts'
import { rulesTask } from './rules/work/rules-task.ts'
import type { TaskOptions, Tasks } from './worker/task.ts'
import { Hono } from 'hono'
import { wait as waitFor } from '#engine/jobs/request-scheduler.ts'
import { declaredSounds } from '#contract/catalogue-file.ts'
import { setProviderNames } from '#contract/provider-names.ts'
import { gatewayPaths } from '#contract/session.ts'
import { noSuchPath, unavailable } from '#http/refusal.ts'
import { companyRoutes } from './company/company-routes.ts'
import { companyProvider } from './company/provider.ts'
import { apiPage, forwarder, serviceRequest } from './forward/forward.ts'
import { serviceCaller } from './forward/service-calls.ts'
import { createListCollector, longListResponse } from './forward/long-list.ts'
import { createMessagePolls } from './forward/message-polls.ts'
import { addClocks, bundledUpstream, isStream, remoteUpstream } from './forward/upstream.ts'
import { createKnownSounds, profileRoutes } from './forward/service-profile.ts'
import { imageRoutes } from './images/image-routes.ts'
import { internet } from './images/safe-fetch.ts'
import { countRequests, metricsPath } from './metrics/metrics-routes.ts'
import { noRecorder } from './metrics/recorder.ts'
import { refusalResponse, wrongMethod } from './refusals.ts'
import { apiDocument, gatewayDocument } from './server/api-documents.ts'
import { createAttemptLimiter, limitAttempts } from './server/attempt-limiter.ts'
import { limitRequestBody } from './server/request-body.ts'
import { errorResponse } from './server/error-response.ts'
import { requireOwnPage } from './server/csrf.ts'
import { shedLoad } from './server/load-shedding.ts'
import { type Bindings, type RequestContext, detectProxies, originOf, resolveClientAddress } from './server/request-context.ts'
import { addSecurityHeaders, noStore } from './server/security-headers.ts'
import { parseProxies } from './server/trusted-proxies.ts'
import { sessionDescriber } from './session/describe-session.ts'
import { createIdentity } from './session/require-session.ts'
import { networkOfClient } from './session/open-session.ts'
import { signInRoutes } from './session/sign-in.ts'
import { appFiles, readCatalogue } from './server/app-files.ts'
import { type Removal, createAuditLog } from './audit/audit-log.ts'
import { closingReads } from './rules/review/close-hits.ts'
import { closeHits } from './rules/hit-states.ts'
import { auditedCalls, auditedPrograms } from './audit/audited-calls.ts'
import { auditedHandlers } from './audit/audited-gateway.ts'
import { createStateReader } from './audit/state-before.ts'
import { createDeletionLimit } from './limits/deletion-limit.ts'
import { gatewayHandlers } from './handlers.ts'
import { recordTokenAnswer } from './access/team-of-session.ts'
import { tokenRoutes, refuseScopedTokens, scopedTokenOf } from './tokens/token-routes.ts'
import { matchingHere } from './rules/matching/matching-host.ts'
import { pageCaller, gatewayRoutes } from './pipeline/gateway-routes.ts'
import { createDeliver } from './notifications/deliver.ts'
import { createNotify } from './notifications/notify.ts'
import { createSender } from './notifications/sender.ts'
import { presetPort } from './presets/preset-port.ts'
import { createJobApi } from './jobs/job-api.ts'
import { createJobRunner } from './jobs/runner.ts'
import { sessionOfJob } from './jobs/session-of-job.ts'
import { createLease, databaseNow, readNow } from './worker/lease.ts'
import { createServiceClient } from './worker/service-client.ts'
import { createStandingStore } from './worker/standing.ts'
import { createWorker } from './worker/worker.ts'
import type { GatewayOptions } from './gateway-options.ts'

/** The server: the app's files, the session, and the forwarding of API calls to the service. The worker does nothing until it is started. */
export function createGateway(options: GatewayOptions) {
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
    requestLimit = 3000,
    nowMs = Date.now,
    monotonicMs = () => performance.now(),
    wait = waitFor,
    network = internet,
    trustedProxies = [],
    allowedHosts = [],
    mail = null,
    metrics = null,
  } = options
  const { recorder } = metrics ?? { recorder: noRecorder }
  const service = 'service' in options.upstream ? options.upstream.service : null
  const bareUpstream =
    'service' in options.upstream
      ? bundledUpstream(options.upstream.service)
      : remoteUpstream(options.upstream.address, options.upstream.maxAnswerMiB, nowMs)
  const upstream = { ...bareUpstream, ...(metrics && { onEnd: recorder.upstream }) }
  const createSignInLimiter = () => createAttemptLimiter(signInLimit, Math.ceil(signInLimit / 2), nowMs)
  const now = () => Math.floor(nowMs() / 1000)
  const identity = createIdentity(options.installation, upstream.address)
  const leaseNow = () => databaseNow(options.worker.isShared, nowMs)
  const close = async (workspace: string, removal: Removal) =>
    closeHits(database.query, workspace, removal, await readNow(database.query, leaseNow))
  const audit = options.audit && createAuditLog({ database, log, nowMs, onRemoved: close })
  const forSession = { sessions, upstream, identity, log, audit, now }
  const collectList = createListCollector()
  const { query } = database
  const notify = createNotify({ database, log, nowMs })
  const polls = createMessagePolls(monotonicMs)
  const answered = serviceCaller({
    ...forSession,
    collectList,
    polls,
    recordTokenAnswer: (session, isAccepted) => recordTokenAnswer(query, session, isAccepted, now(), notify),
  })
  const callService = closingReads(answered, { query, nowMs, close })
  const auditing = options.audit &&
    audit && {
      audit,
      query,
      nowMs,
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
  const clocks = { nowMs, monotonicMs, wait }
  const matching = options.matching ?? matchingHere()
  const presets = presetPort({ query, leaseNow, nowMs })
  const forTasks = { database, presetPort: presets, log, notify, matching, ...clocks, leaseNow, recorder }
  const tasks = options.tasks ?? tasksOf(forTasks)
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
  })
  const receivers = { network, allowedHosts }
  const deliver = createDeliver({ ...receivers, query, keys, mail, origin, nowMs })
  const sender = createSender({ database, lease, deliver, log, nowMs, wait, recorder })
  const notifying = { isMailSetUp: mail !== null, receivers, deliver, wake: sender.wake }
  const standing = createStandingStore({ ...options.worker, database, keys, tasks, lease, nowMs })
  const forWork = { serviceClient, presetPort: presets, knownSounds, standing, notify, notifying, matching, nowMs, leaseNow }
  const deletionLimit = createDeletionLimit(database, now)
  const audited = auditing ? auditedCalls(callService, auditing) : callService
  const jobApi = createJobApi(log, serviceClient)
  const sessionOf = sessionOfJob({ query, keys, now })
  const jobRunner = createJobRunner({
    ...clocks,
    database,
    api: jobApi,
    sessionOf,
    presetPort: presets,
    knownSounds,
    serviceLimit: options.serviceLimit,
    leaseNow,
    log,
  })
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
  app.use(resolveClientAddress(isProxy), proxies.watch, addSecurityHeaders)
  app.use(async (c, next) => (isUnsupported(c.req.method) ? refusalResponse(wrongMethod()) : next()))
  // Before load shedding: monitoring must get an answer, above all under load.
  app.get('/healthz', noStore, statusOf(options.isHealthy))
  app.get('/readyz', noStore, statusOf(options.isReady ?? options.isHealthy))
  if (metrics?.routes) app.route('/', metrics.routes)
  // A scraper must not take the page for metrics.
  else app.get(metricsPath, noStore, () => refusalResponse(noSuchPath()))
  app.use(shedLoad(log))

  app.use('/bff/*', refuseScopedTokens)
  // Before the rest of /bff: an image may be cached.
  app.route(gatewayPaths.image, imageRoutes({ sessions, network, log, nowMs }))
  // Before the protection against requests of other sites: the company's provider sends the browser back.
  if (company)
    app.route(gatewayPaths.company, companyRoutes({ provider: company, keys, query, origin, log, now, limiter: createSignInLimiter() }))
  app.use('/bff/*', noStore, addClocks(nowMs, upstream.aheadMs), limitRequestBody, requireOwnPage)
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
  const forHandlers = {
    ...forSession,
    ...describer,
    ...forWork,
    profiles,
    deletionLimit,
    jobRunner,
    database,
    keys,
    origin,
    company,
    confirmLimiter,
  }
  const { runBacktest, stopBacktests, ...handlers } = gatewayHandlers({ ...forHandlers, backtest: options.backtest ?? null })
  const anonymousLimiter = createSignInLimiter()
  const requestLimiter = createAttemptLimiter(requestLimit, Infinity, monotonicMs)
  const recordOf = auditing && auditedPrograms({ ...auditing, identity })
  const forGateway = {
    now,
    handlers: auditedHandlers(handlers, audit, query),
    anonymousLimit: <T>(c: RequestContext, name: string, work: () => Promise<T>) =>
      limitAttempts(c, anonymousLimiter, `${name} ${networkOfClient(c)}`, work),
  }
  app.all(
    `${gatewayPaths.workspace}/*`,
    gatewayRoutes({ ...forGateway, caller: pageCaller({ ...forSession, requestLimiter }), runBacktest }),
  )
  app.all(`${gatewayPaths.api}/*`, forwarder(forSession, apiPage(forSession), audited, deletionLimit))
  const { authenticate } = jobApi
  jobApi.use({
    api: forwarder(forSession, { path: gatewayPaths.api, authenticate }, audited, deletionLimit),
    // Its client knows no other endpoints than those that jobs use.
    gateway: gatewayRoutes({ ...forGateway, caller: { path: gatewayPaths.workspace, authenticate }, runBacktest: null }),
  })
  app.get(gatewayPaths.openapi, (c) => jsonText(c, gatewayDocument(origin)))
  // There is nothing to learn about our own service.
  if (upstream.kind === 'remote') app.route(gatewayPaths.profile, profileRoutes({ ...forSession, profiles, address: upstream.address }))
  app.all('/bff/*', () => refusalResponse(noSuchPath()))

  const forTokens = { ...forGateway, ...forSession, database, keys, limiter: createSignInLimiter(), requestLimiter }
  const answerToken = tokenRoutes({ ...forTokens, callService: audited, deletionLimit })
  app.all(`${gatewayPaths.program}/*`, noStore, limitRequestBody, async (c) => {
    if (scopedTokenOf(c) !== null) return answerToken(c)
    if (!service) return refusalResponse(noSuchPath())
    const response = await service.fetch(await serviceRequest(c), recordOf ? { onChange: recordOf(c) } : undefined)
    return isStream(response) && response.body ? longListResponse(c, await collectList(response.body), response.headers) : response
  })
  // The document contains the request's Host header, which a cache must not serve to anybody else.
  app.get('/openapi.json', noStore, (c) => jsonText(c, apiDocument(upstream.address || `${originOf(c)}/api`)))

  app.route(
    '/',
    appFiles(
      options.appFolder,
      catalogue,
      { ...forSession, ...describer, callService: audited, maxWaitMs: pageDataTimeoutMs },
      options.drawer ?? null,
    ),
  )
  app.all('*', () => refusalResponse(wrongMethod()))
  return { app, worker, sender, jobRunner, notify, standing, stopBacktests }
}

const jsonText = (c: RequestContext, text: string) => c.body(text, 200, { 'content-type': 'application/json' })

const statusOf = (check: () => Promise<boolean>) => async (c: RequestContext) => {
  if (!(await check())) throw unavailable()
  return c.json({ status: true })
}

/** Methods for which the standard Request cannot be constructed. */
const isUnsupported = (method: string) => ['TRACE', 'TRACK', 'CONNECT'].includes(method)

/** What runs on its own, by kind. */
const tasksOf = (options: TaskOptions): Tasks => ({
  preset: presetTask(options),
  drift: driftTask(options),
  hours: hoursTask(options),
  rules: rulesTask(options),
})
