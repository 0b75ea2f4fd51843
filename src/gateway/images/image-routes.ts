import { Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { forged, noSession } from '../refusals.ts'
import { createAttemptLimiter } from '../server/attempt-limiter.ts'
import { type Bindings, type RequestContext, clientAddress } from '../server/request-context.ts'
import { staticHeaders } from '../server/security-headers.ts'
import { readCookie } from '../session/cookie.ts'
import type { ActiveSession, Sessions } from '../session/sessions.ts'
import { type Image, fetchImage, imagesBusy, parseImageUrl, tooManyImages } from './fetch-image.ts'
import type { Network } from './safe-fetch.ts'

/** Per session. */
const maxImagesPerMinute = 120
/** Limits the memory that images in transit use. */
const maxConcurrentFetches = 64

interface ImageOptions {
  sessions: Sessions
  network: Network
  log: Logger
  nowMs: () => number
}

/** The route under `/bff/image`: the gateway fetches `?url=`, so that the host of the image never sees who is reading. */
export function imageRoutes({ sessions, network, log, nowMs }: ImageOptions): Hono<Bindings> {
  const limiter = createAttemptLimiter(maxImagesPerMinute, maxImagesPerMinute, nowMs)
  let inFlight = 0

  async function fetchLimited(url: URL, session: ActiveSession): Promise<Image> {
    const wait = limiter.begin(session.hash)
    if (wait > 0) throw tooManyImages(wait)
    if (inFlight >= maxConcurrentFetches) throw imagesBusy()
    inFlight++
    try {
      return await fetchImage(url, network)
    } finally {
      inFlight--
    }
  }

  return new Hono<Bindings>().get('/', noStoreUnlessImage, async (c) => {
    if (!isFromOwnPage(c)) throw forged()
    // Not counted as use of the session: images are loaded without user action while a list is open.
    const session = await sessions.find(readCookie(c), false)
    if (!session) throw noSession()
    const url = parseImageUrl(c.req.query('url'))
    const { type, bytes } = await fetchLimited(url, session)
    const fields = { host: url.hostname, type, bytes: bytes.length, account: session.account.id, address: clientAddress(c) }
    log.debug({ event: 'image', ...fields }, 'image')
    return c.body(bytes, 200, {
      'content-type': type,
      'cache-control': 'private, max-age=300',
      'content-security-policy': `${staticHeaders['content-security-policy']}; sandbox`,
    })
  })
}

/**
 * Stricter than other reads (server/csrf.ts), because this one makes the gateway contact another host: a typed URL, a link or a browser that does
 * not send Sec-Fetch-Site is not enough. And content made by strangers is served for <img> and fetch only, never as a page on our own origin.
 */
function isFromOwnPage(c: RequestContext): boolean {
  const destination = c.req.header('sec-fetch-dest')
  return c.req.header('sec-fetch-site') === 'same-origin' && (destination === 'image' || destination === 'empty')
}

const noStoreUnlessImage: MiddlewareHandler<Bindings> = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}
