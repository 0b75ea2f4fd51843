import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { openapi } from '#contract/openapi.ts'
import { gatewayPaths } from '#contract/session.ts'
import { isUnavailable } from '#db/errors.ts'
import { internal, noSuchPath, Refusal, unavailable } from '#http/refusal.ts'
import { createAttempts } from './attempts.ts'
import { limitedBody } from './body-limit.ts'
import { ownPageOnly } from './forgery.ts'
import { forwarder } from './forward.ts'
import { neverStored, withSafetyHeaders } from './headers.ts'
import { identityOf } from './identity.ts'
import { imageRoutes } from './images/image-routes.ts'
import { theInternet, type Outside } from './images/outside.ts'
import { addressOf, originOf, withAsker, type Bindings, type Incoming } from './incoming.ts'
import { masked } from './masked.ts'
import { refuseOverload } from './overload.ts'
import { proxiesIn } from './proxies.ts'
import { watchForProxies } from './proxy-watch.ts'
import { refuse, wrongMethod } from './refusals.ts'
import { profileRoutes, type Profiles } from './service-profile.ts'
import type { Sessions } from './sessions.ts'
import { signInRoutes, type Demo } from './sign-in.ts'
import { appFiles } from './static.ts'
import { bundledUpstream, remoteUpstream } from './upstream.ts'

interface Service {
  fetch: (request: Request) => Response | Promise<Response>
}

export interface GatewayOptions {
  /** Our own service, or the address of a remote one without a slash at the end. */
  upstream: { service: Service } | { address: string }
  sessions: Sessions
  /** What accounts have learned of services that are not ours. */
  profiles: Profiles
  /** The id of the database (db/installation.ts). */
  installation: string
  /** Null where no demo is offered. */
  demo: Demo | null
  /** Whether the database answers and takes changes. */
  isHealthy: () => Promise<boolean>
  /** The build's output, with index.html in it. */
  appFolder: string
  log: Logger
  /** Sign-ins a minute and address; half as many may fail. */
  signInLimit?: number
  /** Addresses and CIDR ranges of the proxies that say in X-Forwarded-For who asks. */
  trustedProxies?: readonly string[]
  /** The time in milliseconds. */
  nowMs?: () => number
  /** Longest wait for the service, in milliseconds. */
  upstreamTimeLimit?: number
  /** The way to pictures elsewhere. */
  outside?: Outside
}

/** The one server that people start: the app's files, the session, and the way to the service. */
export function createGateway(options: GatewayOptions): Hono<Bindings> {
  const {
    sessions,
    profiles,
    log,
    demo,
    upstreamTimeLimit,
    signInLimit = 20,
    nowMs = Date.now,
    outside = theInternet,
    trustedProxies = [],
  } = options
  const service = 'service' in options.upstream ? options.upstream.service : null
  const upstream = 'service' in options.upstream ? bundledUpstream(options.upstream.service) : remoteUpstream(options.upstream.address)
  const signInAttempts = () => createAttempts(signInLimit, Math.ceil(signInLimit / 2), nowMs)
  const now = () => Math.floor(nowMs() / 1000)
  const identity = identityOf(options.installation, upstream.address)
  const files = appFiles(options.appFolder)
  const isProxy = proxiesIn(trustedProxies)
  const proxies = watchForProxies(isProxy, log)

  const app = new Hono<Bindings>()
  app.onError((error, c) => answerTo(error, c, log))
  app.use(withAsker(isProxy), proxies.watch, withSafetyHeaders)
  app.use(async (c, next) => (isImpossible(c.req.method) ? refuse(wrongMethod()) : next()))
  // Before the guard: whoever watches over the process asks here, above all under load.
  app.get('/healthz', neverStored, async (c) => {
    if (!(await options.isHealthy())) throw unavailable()
    return c.json({ status: true })
  })
  app.use(refuseOverload(log))

  // Before the rest of /bff: a picture may be stored for a while.
  app.route(gatewayPaths.image, imageRoutes({ sessions, outside, log, nowMs }))
  app.use('/bff/*', neverStored, limitedBody, ownPageOnly)
  app.route(
    gatewayPaths.session,
    signInRoutes({
      sessions,
      upstream,
      identity,
      demo,
      isBehindProxy: proxies.wasSeen,
      attempts: signInAttempts(),
      confirmations: signInAttempts(),
      log,
      now,
      upstreamTimeLimit,
    }),
  )
  app.all(`${gatewayPaths.api}/*`, forwarder({ sessions, upstream, identity, log, now, upstreamTimeLimit }))
  // Of our own service everything is known.
  if (upstream.kind === 'remote')
    app.route(gatewayPaths.profile, profileRoutes({ sessions, profiles, identity, address: upstream.address, log }))
  app.all('/bff/*', () => refuse(noSuchPath()))

  app.all('/api/*', neverStored, limitedBody, async (c) => (service ? service.fetch(await forPrograms(c)) : refuse(noSuchPath())))
  // It repeats the request's Host header, which must not reach anybody else through a cache.
  app.get('/openapi.json', neverStored, (c) => c.json(openapi(upstream.address || `${originOf(c)}/api`)))

  app.get('*', files)
  app.all('*', () => refuse(wrongMethod()))
  return app
}

/** Methods of which the standard's Request, on which everything here stands, cannot even be made. */
const isImpossible = (method: string) => ['TRACE', 'TRACK', 'CONNECT'].includes(method)

/** A request to our own service as a program would send it to the service alone: the session's cookie has no say here. */
async function forPrograms(c: Incoming): Promise<Request> {
  const { pathname, search } = new URL(c.req.url)
  const headers = new Headers(c.req.raw.headers)
  headers.delete('cookie')
  const { method } = c.req
  const body = method === 'GET' || method === 'HEAD' ? null : await c.req.arrayBuffer()
  const address = `http://service.invalid${pathname.slice('/api'.length)}${search}`
  return new Request(address, { method, headers, body })
}

function answerTo(error: unknown, c: Incoming, log: Logger): Response {
  const { method } = c.req
  const path = masked(c.req.path)
  if (error instanceof Refusal) {
    log.info({ event: 'refusal', code: error.code, method, path, address: addressOf(c) }, error.message)
    return withCookies(refuse(error), c)
  }
  const reference = randomUUID().slice(0, 8)
  log.error({ err: error, reference, method, path }, 'unexpected error')
  return refuse(isUnavailable(error) ? unavailable() : internal(reference))
}

/** A refusal may take the session's cookie away. */
function withCookies(answer: Response, c: Incoming): Response {
  for (const cookie of c.res.headers.getSetCookie()) answer.headers.append('set-cookie', cookie)
  return answer
}
