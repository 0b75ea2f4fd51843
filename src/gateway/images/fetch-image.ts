import type { IncomingMessage } from 'node:http'
import { Refusal, invalid, retryAfter } from '#http/refusal.ts'
import { readLimited } from '../read-limited.ts'
import { acceptedTypes, imageTypeOf, isImageType, pixelCount } from './image-header.ts'
import { type Network, Unreached, sendSafely } from './safe-fetch.ts'

const maxImageBytes = 1024 * 1024
/** A browser needs four bytes of memory per pixel, however small the file is. */
const maxPixels = 25_000_000
/** For the complete image, including the DNS lookup. */
const timeoutMs = 5000
/** In characters. Together with a browser's headers it fits into the 16 KiB of headers that Node accepts. */
const maxUrlLength = 4000

export interface Image {
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

/** Why an image is not shown. The messages are logged, so they contain no part of its address. */

const notPublic = () => new Refusal('not_public', 'The address of the image is not on the public internet.')
export const tooManyImages = (seconds: number) =>
  new Refusal('too_many_images', `Too many images in a minute. Try again in ${seconds} s.`, { headers: retryAfter(seconds) })
export const imagesBusy = () => new Refusal('images_busy', 'Too many images are being fetched at the moment.', { headers: retryAfter(1) })
const imageUnreachable = (because: string) => new Refusal('image_unreachable', `The image cannot be fetched: ${because}.`)
const imageRedirects = () =>
  new Refusal('image_redirects', 'The host of the image redirects to another address. Redirects are not followed.')
const imageTooLarge = () => new Refusal('image_too_large', 'The image is larger than 1 MiB.')
const tooManyPixels = () => new Refusal('image_too_large', 'The image has more than 25 megapixels.')
const notImage = () => new Refusal('not_image', 'The host did not send a PNG, JPEG, GIF, WebP or AVIF image.')
const imageTimeout = () => new Refusal('image_timeout', 'The host of the image did not answer in time.')
