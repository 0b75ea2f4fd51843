import type { IncomingMessage } from 'node:http'
import { invalid } from '#http/refusal.ts'
import { type Network, Unreached, publicAddresses, sendSafely } from '../images/safe-fetch.ts'

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
    await publicAddresses(url, options.network, AbortSignal.timeout(sendTimeoutMs))
  } catch (error) {
    throw wrong(
      error instanceof Unreached && error.reason === 'not-public' ? 'is not on the public internet' : 'has a host that was not found',
    )
  }
  return url
}

/** Sends one request without following redirects. Never rejects. */
export async function post(url: URL, body: string, headers: Record<string, string>, options: ReceiverOptions): Promise<Tried> {
  const began = performance.now()
  const result = triedSince(began)
  try {
    const allowed = isAllowed(url, options)
    if (!allowed && (url.protocol !== 'https:' || url.port)) throw new Unreached('not-public')
    const sent = { 'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(body) }
    const sending = { network: options.network, timeoutMs: sendTimeoutMs, method: 'POST' as const, headers: sent, body, isAllowed: allowed }
    return await sendSafely(url, sending, async (response) => {
      const status = response.statusCode ?? 0
      const isRedirect = status >= 300 && status < 400
      const error = isRedirect ? 'It redirects to another address, which is not followed' : ''
      return result({ isDelivered: status >= 200 && status < 300, status, answer: await beginningOf(response), error })
    })
  } catch (error) {
    return result({ error: reasonOf(error), isFinal: error instanceof Unreached && error.reason === 'not-public' })
  }
}

const unreached: Record<Unreached['reason'], string> = {
  'not-public': 'The address is not on the public internet',
  'not-found': 'The host was not found',
  timeout: `No answer within ${sendTimeoutMs / 1000} s`,
  certificate: 'The certificate is not valid',
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed without an answer',
  ENOTFOUND: 'The host was not found',
  EPROTO: 'The TLS connection failed',
}

export function reasonOf(error: unknown): string {
  if (error instanceof Unreached) return unreached[error.reason]
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error && code === '' ? error.message : `The receiver cannot be reached (${code})`)
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
