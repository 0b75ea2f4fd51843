import { Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { createAttempts } from '../attempts.ts'
import { readCookie } from '../cookie.ts'
import { alwaysHeaders } from '../headers.ts'
import { addressOf, type Bindings, type Incoming } from '../incoming.ts'
import { forged, noSession } from '../refusals.ts'
import type { LiveSession, Sessions } from '../sessions.ts'
import { fetchImage, imageAddress, type Image } from './fetch-image.ts'
import { imagesBusy, tooManyImages } from './image-refusals.ts'
import type { Outside } from './outside.ts'

/** Most pictures a minute and session. */
const minuteLimit = 120
/** Most pictures under way at once, which bounds the memory they take. */
const atOnceLimit = 64

interface ImageParts {
  sessions: Sessions
  outside: Outside
  log: Logger
  /** The time in milliseconds. */
  nowMs: () => number
}

/** The route under `/bff/image`: `?url=` is fetched by us, so that its host never sees who is looking. */
export function imageRoutes({ sessions, outside, log, nowMs }: ImageParts): Hono<Bindings> {
  const attempts = createAttempts(minuteLimit, minuteLimit, nowMs)
  let underWay = 0

  async function fetched(url: URL, session: LiveSession): Promise<Image> {
    const wait = attempts.begin(session.hash)
    if (wait > 0) throw tooManyImages(wait)
    if (underWay >= atOnceLimit) throw imagesBusy()
    underWay++
    try {
      return await fetchImage(url, outside)
    } finally {
      underWay--
    }
  }

  return new Hono<Bindings>().get('/', storedIfImage, async (c) => {
    if (!isFromOwnPage(c)) throw forged()
    // Not counted as use: pictures come and go by themselves while a list is open.
    const session = await sessions.find(readCookie(c), false)
    if (!session) throw noSession()
    const url = imageAddress(c.req.query('url'))
    const { type, bytes } = await fetched(url, session)
    const seen = { host: url.hostname, type, bytes: bytes.length, account: session.account.id, address: addressOf(c) }
    log.debug({ event: 'image', ...seen }, 'image')
    return c.body(bytes, 200, {
      'content-type': type,
      'cache-control': 'private, max-age=300',
      'content-security-policy': `${alwaysHeaders['content-security-policy']}; sandbox`,
    })
  })
}

/**
 * Stricter than other reads (forgery.ts), because this one makes us ask somebody else: a typed address or a link will not do, nor a browser
 * that does not say where the request comes from. And what strangers made is for <img> and fetch, never a page on our own origin.
 */
function isFromOwnPage(c: Incoming): boolean {
  const destination = c.req.header('sec-fetch-dest')
  return c.req.header('sec-fetch-site') === 'same-origin' && (destination === 'image' || destination === 'empty')
}

const storedIfImage: MiddlewareHandler<Bindings> = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}
