import { promisify } from 'node:util'
import { createGzip, gzip, type ZlibOptions } from 'node:zlib'

/** Shorter texts fit into one packet as they are. */
const minCompressedLength = 1024
/** Higher levels cost more time and save hardly any bytes of our JSON and HTML. */
const options: ZlibOptions = { level: 3 }
/** Each compression takes about 270 kB while it runs, so under load the rest is sent as it is. */
const maxConcurrent = 64

const inThreadPool = promisify((text: string, done: (error: Error | null, result: Buffer<ArrayBuffer>) => void) =>
  gzip(text, options, done),
)
let running = 0

export interface EncodedBody {
  body: string | Uint8Array<ArrayBuffer>
  headers: { vary: string; 'content-encoding'?: string }
}

/**
 * The body of a response for a client with this Accept-Encoding, and the headers that describe it. Short texts are returned at once. Not for texts
 * that contain both a secret and something that other people write (BREACH, docs/decisions.md).
 */
export async function compress(text: string, acceptEncoding: string | null | undefined): Promise<EncodedBody> {
  if (text.length < minCompressedLength || running >= maxConcurrent || !acceptsGzip(acceptEncoding)) return { body: text, headers: vary }
  running++
  try {
    return { body: await inThreadPool(text), headers: gzipHeaders }
  } finally {
    running--
  }
}

/** Compresses what is written to it. */
export const gzipStream = () => createGzip(options)

const vary = { vary: 'accept-encoding' }
/** Of a body that is compressed. */
export const gzipHeaders = { ...vary, 'content-encoding': 'gzip' }

/** RFC 9110, 12.5.3: codings with an optional weight, where 0 refuses one. */
export function acceptsGzip(acceptEncoding: string | null | undefined): boolean {
  const weights = new Map(acceptEncoding?.toLowerCase().split(',').map(weightOf))
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

function weightOf(coding: string): [string, number] {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice('q='.length))]
}
