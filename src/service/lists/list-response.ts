import { yieldToEventLoop } from '#http/event-loop.ts'
import { tooManyReads, tooManyReadsInAll } from '../refusals.ts'

/** The body of a response with a list: whole where the list has one chunk, otherwise a stream that is produced as fast as the client reads it. */

interface ListResponse {
  list: ChunkedList<unknown>
  /** Parses the body, or that of a chunk, by the schema of the endpoint. Throws where it does not match. */
  parseResponse: (body: object) => object
  /** Waits until another long list may be read; resolves to the function that releases the slot. */
  acquireSlot: () => Promise<() => void>
  /** Called with the error that aborted a stream. The status has already been sent, so the client sees a body that ends early. */
  onFailure: (error: unknown) => void
}

/** After this time without a read by the client the stream is aborted and its slot released. */
const readTimeoutMs = 30_000

/** Rejects with the errors of the first chunk and with the refusal of `acquireSlot`. */
export async function listResponseBody({
  list,
  parseResponse,
  acquireSlot,
  onFailure,
}: ListResponse): Promise<object | ReadableStream<Uint8Array>> {
  const first = await list.next()
  if (first.done) return parseResponse({ status: true, count: first.value.data.length, ...first.value })
  // Before the slot is acquired, and while an error can still set the status.
  const start = `{"data":[${textOf(parseResponse({ status: true, data: first.value }))}`
  const release = await acquireSlot()
  const texts = textsOf(start, first.value.length, list, parseResponse)
  return streamOf(texts, { onEnd: release, onFailure })
}

/** The rows of a body as JSON, without the brackets around them. */
const textOf = (body: object) => JSON.stringify('data' in body ? body.data : []).slice(1, -1)

async function* textsOf(
  start: string,
  startCount: number,
  list: ListResponse['list'],
  parseResponse: ListResponse['parseResponse'],
): AsyncGenerator<string> {
  yield start
  for (let count = startCount; ;) {
    await yieldToEventLoop()
    const { value, done } = await list.next()
    if (!done) {
      count += value.length
      yield `,${textOf(parseResponse({ status: true, data: value }))}`
      continue
    }
    const last = parseResponse({ status: true, count: count + value.data.length, ...value })
    const rows = textOf(last)
    yield `${rows && `,${rows}`}],${JSON.stringify({ ...last, data: undefined }).slice(1)}`
    return
  }
}

function streamOf(texts: AsyncGenerator<string>, { onEnd, onFailure }: { onEnd: () => void; onFailure: (error: unknown) => void }) {
  const encoder = new TextEncoder()
  let timeout: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(timeout)
    onEnd()
  }
  /** Also before the first read: the client may be gone. */
  const startTimeout = (controller: ReadableStreamDefaultController) => {
    const giveUp = () => {
      end()
      controller.error(new Error('The client stopped reading the list'))
    }
    timeout = setTimeout(giveUp, readTimeoutMs).unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: startTimeout,
      pull: async (controller) => {
        clearTimeout(timeout)
        try {
          const { value, done } = await texts.next()
          if (value !== undefined) controller.enqueue(encoder.encode(value))
          if (done) {
            end()
            controller.close()
          } else startTimeout(controller)
        } catch (error) {
          end()
          onFailure(error)
          controller.error(error)
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/** Rows in one chunk of a list. */
export const chunkSize = 100

/**
 * A list in chunks, so that a long one neither fills the memory nor blocks the event loop. It yields all chunks but the last, which it returns together
 * with the other fields of the response. Rows that change while it is read may be included or not; all others are included exactly once.
 */
export type ChunkedList<Row, Fields = object> = AsyncGenerator<Row[], { data: Row[] } & Fields>

/**
 * @param read resolves to `count` rows after the last one, or from the beginning
 * @param maxRows in total; where it cuts off further rows, `cutAfter` is the last row of the list
 */
export async function* readInChunks<Row, Shown>(
  read: (count: number, last: Row | undefined) => Promise<Row[]>,
  shown: (row: Row) => Shown,
  maxRows = Infinity,
): ChunkedList<Shown, { cutAfter: Row | undefined }> {
  let left = maxRows
  let last: Row | undefined
  for (;;) {
    const size = Math.min(left, chunkSize)
    // One more row than needed shows whether there is another chunk.
    const rows = await read(size + 1, last)
    const chunk = rows.slice(0, size)
    const hasMore = rows.length > size
    last = chunk.at(-1)
    left -= chunk.length
    if (!hasMore || left === 0) return { data: chunk.map(shown), cutAfter: hasMore ? last : undefined }
    yield chunk.map(shown)
  }
}

interface ConcurrencyLimits {
  maxPerAccount: number
  maxTotal: number
  maxQueuedPerAccount: number
  maxQueuedTotal: number
  queueTimeoutMs: number
}

/**
 * Acquires a slot, in the order of arrival, and resolves to the function that releases it; calling that again has no effect. Rejects with a refusal
 * when the queue is full or the wait takes too long.
 */
type Acquire = (account: number) => Promise<() => void>

/** A semaphore with limits per account and in total. Counted in memory: each process that shares the database has its own. */
export function createConcurrencyLimit(limits: ConcurrencyLimits): Acquire {
  /** The account of each slot in use. */
  const inUse: number[] = []
  const queue: { account: number; start: () => void }[] = []
  const usedBy = (account: number) => inUse.filter((one) => one === account).length
  const isFree = (account: number) => inUse.length < limits.maxTotal && usedBy(account) < limits.maxPerAccount

  function acquire(account: number): () => void {
    inUse.push(account)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      inUse.splice(inUse.indexOf(account), 1)
      const next = queue.findIndex((queued) => isFree(queued.account))
      if (next >= 0) queue.splice(next, 1)[0]?.start()
    }
  }

  return async (account) => {
    if (isFree(account)) return acquire(account)
    if (queue.filter((queued) => queued.account === account).length >= limits.maxQueuedPerAccount) throw tooManyReads(limits.maxPerAccount)
    if (queue.length >= limits.maxQueuedTotal) throw tooManyReadsInAll()
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        queue.splice(queue.indexOf(queued), 1)
        reject(usedBy(account) < limits.maxPerAccount ? tooManyReadsInAll() : tooManyReads(limits.maxPerAccount))
      }
      const timeout = setTimeout(giveUp, limits.queueTimeoutMs)
      const start = () => {
        clearTimeout(timeout)
        resolve(acquire(account))
      }
      const queued = { account, start }
      queue.push(queued)
    })
  }
}
