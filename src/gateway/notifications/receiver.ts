import { type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { invalid } from '#http/refusal.ts'
import { type Network, isPublic } from '../images/safe-fetch.ts'

/** Sends to an address that a person entered: never to a private address, unless the operator allows its host (protection against SSRF). */

/** For the whole request, including the DNS lookup. */
export const sendTimeoutMs = 10_000
const maxAnswerBytes = 4096

/** The result of one try. */
export interface Tried {
  isDelivered: boolean
  status: number | null
  /** Why there was no answer, or why it does not count as delivered, or ''. */
  error: string
  /** The first 4 kB of the answer. */
  answer: string
  /** Milliseconds. */
  ms: number
  /** Whether retrying is pointless. */
  isFinal: boolean
}

/** A try that began then, of `performance.now()`, and came to this. */
export const triedSince =
  (began: number) =>
  (tried: Partial<Tried>): Tried => ({
    isDelivered: false,
    status: null,
    error: '',
    answer: '',
    isFinal: false,
    ...tried,
    ms: Math.round(performance.now() - began),
  })

export interface ReceiverOptions {
  network: Network
  /** Private hosts that the operator allows, as `host` or `host:port`. They may be used without TLS. */
  allowedHosts: readonly string[]
}

class Refused extends Error {
  override name = 'Refused'
}
const notPublic = 'The address is not on the public internet'

const hostIn = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')
const isAllowed = (url: URL, { allowedHosts }: ReceiverOptions) => allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname)

/** Parses the address of a receiver as a person entered it, and resolves its host. Throws `invalid` if nothing would be sent to it. */
export async function checkReceiver(text: string, options: ReceiverOptions): Promise<URL> {
  const wrong = (message: string) => invalid({ address: [message] })
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw wrong('must be an address such as https://hooks.example.org/…')
  if (url.username || url.password) throw wrong('must not contain a user name or a password')
  url.hash = ''
  if (isAllowed(url, options)) return url
  if (url.protocol !== 'https:') throw wrong('must start with https://')
  if (url.port) throw wrong('must not contain a port')
  try {
    await publicAddresses(hostIn(url), options.network, AbortSignal.timeout(sendTimeoutMs))
  } catch (error) {
    throw wrong(error instanceof Refused ? 'is not on the public internet' : 'has a host that was not found')
  }
  return url
}

/** Refuses a host with even one non-public address. */
async function publicAddresses(host: string, network: Network, signal: AbortSignal): Promise<string[]> {
  // URL normalizes every notation of an IPv4 address.
  const addresses = isIP(host) ? [host] : await network.resolve(host, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new Error('The host was not found')
  if (!addresses.every(isPublic)) throw new Refused(notPublic)
  return addresses
}

/** Sends one request without following redirects. Never rejects. */
export async function post(url: URL, body: string, headers: Record<string, string>, options: ReceiverOptions): Promise<Tried> {
  const began = performance.now()
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), sendTimeoutMs)
  let socket: TLSSocket | undefined
  const result = triedSince(began)
  try {
    const sent = { 'content-type': 'application/json', 'user-agent': 'Roomkeeper', 'accept-encoding': 'identity', ...headers }
    const request = { method: 'POST', headers: { ...sent, 'content-length': Buffer.byteLength(body) }, signal: abort.signal }
    if (!isAllowed(url, options)) {
      if (url.protocol !== 'https:' || url.port) throw new Refused(notPublic)
      const host = hostIn(url)
      const opened = options.network.connect(host, await publicAddresses(host, options.network, abort.signal))
      socket = opened
      Object.assign(request, { createConnection: () => opened, defaultPort: 443 })
    }
    const response = await ask(url, body, request)
    const status = response.statusCode ?? 0
    const answer = await beginningOf(response)
    const isRedirect = status >= 300 && status < 400
    const error = isRedirect ? 'It redirects to another address, which is not followed' : ''
    return result({ isDelivered: status >= 200 && status < 300, status, answer, error })
  } catch (error) {
    if (error instanceof Refused) return result({ error: error.message, isFinal: true })
    if (abort.signal.aborted) return result({ error: `No answer within ${sendTimeoutMs / 1000} s` })
    return result({ error: socket?.authorizationError ? 'The certificate is not valid' : reasonOf(error) })
  } finally {
    clearTimeout(timer)
    abort.abort()
    socket?.destroy()
  }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed without an answer',
  ENOTFOUND: 'The host was not found',
  EPROTO: 'The TLS connection failed',
}

export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error && code === '' ? error.message : `The receiver cannot be reached (${code})`)
}

function ask(url: URL, body: string, options: RequestOptions): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request(url, options)
      .on('response', resolve)
      .on('error', reject)
      // Some responses, such as a protocol upgrade, emit neither event.
      .on('close', () => reject(new Error('The connection was closed without an answer')))
      .end(body)
  })
}

/** Reads the first 4 kB of a response. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // The chunks of a stream are untyped; without an encoding they are buffers.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxAnswerBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '')
}
