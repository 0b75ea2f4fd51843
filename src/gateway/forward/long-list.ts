import { Readable, pipeline } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { acceptsGzip, gzipHeaders, gzipStream } from '#http/compress.ts'
import { contentHash, etagFrom, namesEtag, notModified } from '#http/read-response.ts'
import type { RequestContext } from '../server/request-context.ts'

/** Lists that our own service streams, compressed on arrival: 2,000 chats take 2.8 MB as JSON, and about a tenth of that here. */

const MiB = 1024 * 1024
const limits = { maxListBytes: 8 * MiB, maxTotalBytes: 64 * MiB }

export type LongList =
  /** Read to its end, so it has an ETag and can be sent to several clients. */
  | { kind: 'whole'; gzip: Uint8Array<ArrayBuffer>; etag: string; hold: () => () => void }
  /** Too large for that. It is passed on while it is read, to one client. */
  | { kind: 'stream'; gzip: Readable }

export type CollectList = (body: ReadableStream<Uint8Array> | Readable) => Promise<LongList>

/** Reads lists to their end within limits for their compressed size: of one list, and of all that are being read or sent. */
export function createListCollector({ maxListBytes, maxTotalBytes } = limits): CollectList {
  let total = 0
  return async (body) => {
    const hash = contentHash()
    const gzip = compressed(body, hash)
    const chunks: Uint8Array[] = []
    let size = 0
    const free = () => {
      total -= size
      size = 0
    }
    try {
      // zlib's stream yields buffers.
      for await (const chunk of gzip.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
        chunks.push(chunk)
        size += chunk.length
        total += chunk.length
        if (size > maxListBytes || total > maxTotalBytes) {
          gzip.unshift(Buffer.concat(chunks))
          // Sent to its end, or its client has disconnected.
          gzip.once('close', free)
          return { kind: 'stream', gzip }
        }
      }
    } catch (error) {
      free()
      throw error
    }
    let holders = 0
    const hold = () => {
      holders++
      return () => {
        if (--holders === 0) free()
      }
    }
    // Those who share the list resume before this, and hold it themselves.
    setImmediate(hold())
    return { kind: 'whole', gzip: Buffer.concat(chunks), etag: etagFrom(hash), hold }
  }
}

function compressed(body: ReadableStream<Uint8Array> | Readable, hash: ReturnType<typeof contentHash>): Readable {
  // The DOM's type of a stream and Node's describe the same class.
  const source = body instanceof Readable ? body : Readable.fromWeb(body as NodeReadableStream)
  source.on('data', (chunk: Uint8Array) => hash.update(chunk))
  // An error of the source also ends the compressed stream.
  return pipeline(source, gzipStream(), () => {})
}

/** @param other headers of the service's response */
export function longListResponse(c: RequestContext, list: LongList, other?: Headers): Response {
  const headers = new Headers(other)
  headers.set('content-type', 'application/json')
  headers.set('vary', 'accept-encoding')
  if (list.kind === 'whole') {
    if (namesEtag(c.req.header('if-none-match'), list.etag)) return new Response(null, notModified(list.etag))
    headers.set('etag', list.etag)
    // A client that reads slowly keeps the list in memory.
    const { outgoing } = c.env ?? {}
    if (outgoing && !outgoing.closed) outgoing.once('close', list.hold())
  }
  const isCompressed = acceptsGzip(c.req.header('accept-encoding'))
  if (isCompressed) headers.set('content-encoding', gzipHeaders['content-encoding'])
  if (isCompressed && list.kind === 'whole') {
    headers.delete('transfer-encoding')
    return new Response(list.gzip, { headers })
  }
  // Hono discards the body of a response to HEAD without closing it.
  if (list.kind === 'stream' && c.req.method === 'HEAD') list.gzip.destroy()
  const source = list.kind === 'whole' ? Readable.from([list.gzip]) : list.gzip
  headers.set('transfer-encoding', 'chunked')
  const stream = Readable.toWeb(isCompressed ? source : pipeline(source, createGunzip(), () => {})) as ReadableStream<Uint8Array>
  return new Response(stream, { headers })
}
