import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { invalid, Refusal } from '#http/refusal.ts'
import { imageRedirects, imageTimeout, imageTooLarge, imageUnreachable, notImage, notPublic, tooManyPixels } from './image-refusals.ts'
import { pixelCount } from './image-size.ts'
import { acceptedTypes, imageTypeOf, isImageType } from './image-type.ts'
import type { Network } from './safe-fetch.ts'
import { isPublic } from './public-address.ts'

/** Largest picture, in bytes. */
const maxImageBytes = 1024 * 1024
/** Most dots of a picture: a browser takes four bytes for each, however small the file is. */
const maxPixels = 25_000_000
/** Longest wait for a whole picture, the look-up of its host included, in milliseconds. */
const timeoutMs = 5000
/** Longest address, in characters. Together with a browser's headers it fits into the 16 KiB that Node reads. */
const maxUrlLength = 4000

export interface Image {
  /** By its first bytes, not by what the host says. */
  type: string
  bytes: Buffer<ArrayBuffer>
}

/** The address of a picture as a message gives it. Throws `invalid` unless it is https, on the usual port and without a name or password. */
export function parseImageUrl(text: string | undefined): URL {
  const wrong = (message: string) => invalid({ url: [message] })
  if (!text || text.length > maxUrlLength || !URL.canParse(text)) throw wrong('must be the address of a picture')
  const url = new URL(text)
  if (url.protocol !== 'https:') throw wrong('must begin with https://')
  if (url.port) throw wrong('must not name a port')
  if (url.username || url.password) throw wrong('must not hold a name or a password')
  return url
}

/**
 * One request, never repeated, from which its host learns nothing but the address of this server.
 * Throws `not_public`, `image_unreachable`, `image_redirects`, `image_too_large`, `not_image` or `image_timeout`.
 * @param url as imageAddress gives it
 */
export async function fetchImage(url: URL, network: Network): Promise<Image> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  let socket: TLSSocket | undefined
  try {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const addresses = await resolvePublic(host, network, abort.signal)
    socket = network.connect(host, addresses)
    return await readImage(await requestImage(url, socket, abort.signal))
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (abort.signal.aborted) throw imageTimeout()
    throw imageUnreachable(socket?.authorizationError ? 'the certificate of its host is not valid' : 'its host cannot be reached')
  } finally {
    clearTimeout(timer)
    socket?.destroy()
  }
}

/** One address that is not public spoils them all: such a host is not what it seems. */
async function resolvePublic(host: string, network: Network, signal: AbortSignal): Promise<string[]> {
  // A URL has brought every way to write an address of version 4 (octal, one number, fewer parts) into its usual form.
  const addresses = isIP(host) ? [host] : await network.resolve(host, signal)
  signal.throwIfAborted()
  if (!addresses.length) throw imageUnreachable('its host was not found')
  if (!addresses.every(isPublic)) throw notPublic()
  return addresses
}

function requestImage(url: URL, socket: TLSSocket, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: acceptedTypes, 'accept-encoding': 'identity', 'user-agent': 'Roomkeeper' }
    // The port that goes without saying: with a connection of its own, the request would name it to the host.
    request(url, { createConnection: () => socket, defaultPort: 443, headers, signal })
      .on('response', resolve)
      .on('error', reject)
      // Some answers, such as a change of protocol, end in neither.
      .on('close', () => reject(new Error('closed without an answer')))
      .end()
  })
}

async function readImage(answer: IncomingMessage): Promise<Image> {
  const { statusCode = 0, headers } = answer
  if (statusCode >= 300 && statusCode < 400) throw imageRedirects()
  if (statusCode !== 200) throw imageUnreachable(`its host answered with status ${statusCode}`)
  if (!isImageType(headers['content-type'])) throw notImage()
  if (Number(headers['content-length'] ?? 0) > maxImageBytes) throw imageTooLarge()
  const bytes = await readLimited(answer)
  const type = imageTypeOf(bytes)
  const pixels = type && pixelCount(type, bytes)
  if (!type || pixels === null) throw notImage()
  if (pixels > maxPixels) throw tooManyPixels()
  return { type, bytes }
}

async function readLimited(answer: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  // A stream's chunks have no type; without an encoding they are buffers.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxImageBytes) throw imageTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
