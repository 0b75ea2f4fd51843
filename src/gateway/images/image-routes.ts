import { Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { IncomingMessage } from 'node:http'
import { Refusal, invalid, retryAfter } from '#http/refusal.ts'
import { forged, noSession } from '../refusals.ts'
import { createAttemptLimiter } from '../server/attempt-limiter.ts'
import { type Bindings, type RequestContext, clientAddress } from '../server/request-context.ts'
import { staticHeaders } from '../server/security-headers.ts'
import { readCookie } from '../session/cookie.ts'
import type { ActiveSession, Sessions } from '../session/sessions.ts'
import { readLimited } from '../read-limited.ts'
import { type Network, Unreached, sendSafely } from './safe-fetch.ts'
import { acceptedTypes, imageTypeOf, isImageType, pixelCount } from './image-header.ts'

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

const maxImageBytes = 1024 * 1024
/** A browser needs four bytes of memory per pixel, however small the file is. */
const maxPixels = 25_000_000
/** For the complete image, including the DNS lookup. */
const timeoutMs = 5000
/** In characters. Together with a browser's headers it fits into the 16 KiB of headers that Node accepts. */
const maxUrlLength = 4000

interface Image {
  /** Determined by its first bytes, not by the host's Content-Type. */
  type: string
  bytes: Buffer<ArrayBuffer>
}

/** Parses the URL of an image from a message. Throws `invalid` unless it is https, on the default port and without a user name or password. */
export function parseImageUrl(text: string | undefined): URL {
  const wrong = (message: string) => invalid({ url: [message] })
  if (!text || text.length > maxUrlLength || !URL.canParse(text)) throw wrong('must be the URL of an image')
  const url = new URL(text)
  if (url.protocol !== 'https:') throw wrong('must start with https://')
  if (url.port) throw wrong('must not contain a port')
  if (url.username || url.password) throw wrong('must not contain a user name or a password')
  return url
}

/**
 * Throws `not_public`, `image_unreachable`, `image_redirects`, `image_too_large`, `not_image` or `image_timeout`.
 * @param url from parseImageUrl
 */
export async function fetchImage(url: URL, network: Network): Promise<Image> {
  try {
    return await sendSafely(url, { network, timeoutMs, headers: { accept: acceptedTypes } }, readImage)
  } catch (error) {
    if (error instanceof Refusal) throw error
    switch (error instanceof Unreached ? error.reason : null) {
      case 'not-public':
        throw notPublic()
      case 'not-found':
        throw imageUnreachable('its host was not found')
      case 'timeout':
        throw imageTimeout()
      case 'certificate':
        throw imageUnreachable('the certificate of its host is not valid')
      case null:
        throw imageUnreachable('its host cannot be reached')
    }
  }
}

async function readImage(answer: IncomingMessage): Promise<Image> {
  const { statusCode = 0, headers } = answer
  if (statusCode >= 300 && statusCode < 400) throw imageRedirects()
  if (statusCode !== 200) throw imageUnreachable(`its host answered with status ${statusCode}`)
  if (!isImageType(headers['content-type'])) throw notImage()
  if (Number(headers['content-length'] ?? 0) > maxImageBytes) throw imageTooLarge()
  // The chunks of a stream are untyped; without an encoding they are buffers.
  const bytes = await readLimited(answer as AsyncIterable<Buffer>, maxImageBytes, imageTooLarge)
  const type = imageTypeOf(bytes)
  const pixels = type && pixelCount(type, bytes)
  if (!type || pixels === null) throw notImage()
  if (pixels > maxPixels) throw tooManyPixels()
  return { type, bytes }
}

// The messages are logged, so they contain no part of the image's address.
const notPublic = () => new Refusal('not_public', 'The address of the image is not on the public internet.')
const tooManyImages = (seconds: number) =>
  new Refusal('too_many_images', `Too many images in a minute. Try again in ${seconds} s.`, { headers: retryAfter(seconds) })
const imagesBusy = () => new Refusal('images_busy', 'Too many images are being fetched at the moment.', { headers: retryAfter(1) })
const imageUnreachable = (because: string) => new Refusal('image_unreachable', `The image cannot be fetched: ${because}.`)
const imageRedirects = () =>
  new Refusal('image_redirects', 'The host of the image redirects to another address. Redirects are not followed.')
const imageTooLarge = () => new Refusal('image_too_large', 'The image is larger than 1 MiB.')
const tooManyPixels = () => new Refusal('image_too_large', 'The image has more than 25 megapixels.')
const notImage = () => new Refusal('not_image', 'The host did not send a PNG, JPEG, GIF, WebP or AVIF image.')
const imageTimeout = () => new Refusal('image_timeout', 'The host of the image did not answer in time.')
