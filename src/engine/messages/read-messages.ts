import { Failure, type Call, type CallOptions } from '#contract/client.ts'
import { maxMessagePageSize, type Message } from '#contract/messages.ts'
import { createPageTrail, stuckFailure } from '#engine/jobs/read-pages.ts'

/**
 * Continues reading a chat from its cursor. It relies neither on the order nor on the size of pages (docs/assumptions.md, row 9): a range is read to its
 * end and sorted here. A range with more pages than a round may read is narrowed until it fits, so that a long backlog is read in parts, oldest first.
 */

/** How far a chat was read. Times are seconds. */
export interface ChatCursor {
  /** Of the newest message that was read. */
  time: number
  /** Of the messages of the last `overlapSeconds` before it. */
  ids: readonly number[]
}

/** A message may appear with a slightly older time than messages that were read before, so the last seconds are read again. */
export const overlapSeconds = 5

/** The next part of a backlog: its start and its width, in seconds. null: everything up to the newest message is read at once. */
export type Backlog = { from: number; width: number } | null

/** Seconds. Services may or may not include the ends, so one more second is requested at each (row 10). */
export interface PageQuery {
  from?: number
  to?: number
  reverse?: true
  next?: string
}

export interface Page {
  messages: readonly Message[]
  next?: string | undefined
}

/** Reads pages of a chat over the API. */
export const pagesOf =
  (call: Call, chatId: number, options: CallOptions = {}) =>
  async (range: PageQuery): Promise<Page> => {
    const query = { fast: true as const, limit: maxMessagePageSize, ...range }
    const { data, next } = await call('messageList', { params: { chatId }, query }, options)
    return { messages: data, next }
  }

export interface ChatRead {
  /** Messages that were read before, and new ones: each once, by time and id. */
  known: Message[]
  fresh: Message[]
  cursor: ChatCursor
  /** null: the chat was read to its end. */
  backlog: Backlog
}

/** Per round. At 500 messages a page, this is enough for 50 s of a chat with 100 messages a second. */
export const maxPages = 10
/** Limit for a range of a single second, which cannot be narrowed. */
const maxPagesOfSecond = 200
/** Seconds of the first part of a range that is too long. */
const firstWidth = 360
/** Once a part is this wide, the backlog has been read up to now. */
const maxWidth = 10 * 24 * 3600

/**
 * Rejects as `readPage` does, and with a Failure if the page cursors form a loop.
 * @param contextSeconds also returns messages that are at most this much older than the cursor, in `known`
 */
export async function readFromCursor(
  readPage: (query: PageQuery) => Promise<Page>,
  cursor: ChatCursor,
  { contextSeconds = 0, backlog = null as Backlog } = {},
): Promise<ChatRead> {
  const oldest = Math.max(0, cursor.time - Math.max(overlapSeconds, contextSeconds))
  const from = backlog ? backlog.from : oldest
  const to = backlog ? from + backlog.width : null
  const limit = backlog && backlog.width <= 1 ? maxPagesOfSecond : maxPages
  const read = await readRange(readPage, { from, to }, limit)
  if (read === null) {
    const width = backlog ? Math.max(1, Math.floor(backlog.width / 4)) : firstWidth
    return { known: [], fresh: [], cursor, backlog: { from, width } }
  }
  const isKnown = knownBy(cursor)
  const known = read.filter(isKnown)
  const fresh = read.filter((message) => !isKnown(message))
  const next = to === null || backlog!.width >= maxWidth ? null : { from: to, width: backlog!.width * 2 }
  return { known, fresh, cursor: cursorAfter(cursor, read), backlog: next }
}

/**
 * The position after the newest message of a chat, which is read without any time of ours. The order of pages is not known (docs/assumptions.md, row 9):
 * the chat is read from the newest message of a page to its end, which takes few pages if that page came from the end. Rejects as `readFromCursor` does,
 * and with a Failure if the end is not found in either order.
 */
export async function readNewest(readPage: (query: PageQuery) => Promise<Page>): Promise<ChatCursor> {
  for (const order of [{ reverse: true as const }, {}]) {
    const { messages, next } = await readPage(order)
    const newest = Math.max(0, ...messages.map(({ time }) => time))
    const isWhole = next === undefined || next === ''
    const last = isWhole ? messages : await readRange(readPage, { from: newest - overlapSeconds, to: null }, maxPages)
    if (last) return cursorAfter({ time: 0, ids: [] }, last.toSorted(byTime))
  }
  throw new Failure('not-this-api', { reason: 'The newest messages were not found in either order of the pages.' })
}

/** Parts of a backlog that are read for one look. */
const maxParts = 40

/** How many messages after the cursor are such ones. Rejects as `readFromCursor` does, and with a Failure where there are too many to read. */
export async function countAfter(
  readPage: (query: PageQuery) => Promise<Page>,
  cursor: ChatCursor,
  isSuch: (message: Message) => boolean,
): Promise<number> {
  let count = 0
  let read = await readFromCursor(readPage, cursor)
  for (let parts = 1; ; parts++) {
    count += read.fresh.filter(isSuch).length
    if (read.backlog === null) return count
    if (parts === maxParts) throw new Failure('not-this-api', { reason: 'Too many messages were posted since to read them all.' })
    read = await readFromCursor(readPage, read.cursor, { backlog: read.backlog })
  }
}

const knownBy = ({ time, ids }: ChatCursor) => {
  const read = new Set(ids)
  return (message: Message) => message.time < time - overlapSeconds || read.has(message.messageId)
}

function cursorAfter({ time, ids }: ChatCursor, read: readonly Message[]): ChatCursor {
  const newest = Math.max(time, read.at(-1)?.time ?? 0)
  const recent = read.filter((message) => message.time >= newest - overlapSeconds).map(({ messageId }) => messageId)
  // Messages that were not read again, because they were deleted or the range started later, are not needed once the cursor has moved on.
  return { time: newest, ids: newest > time + overlapSeconds ? recent : [...new Set([...ids, ...recent])] }
}

/** All messages of a range, by time and id, each once; null if it has more than `maxCount` pages. */
export async function readRange(
  readPage: (query: PageQuery) => Promise<Page>,
  { from, to }: { from: number; to: number | null },
  maxCount: number,
): Promise<Message[] | null> {
  const range = { from: Math.max(0, Math.floor(from) - 1), ...(to !== null && { to: Math.ceil(to) + 1 }) }
  const messages = new Map<number, Message>()
  const trail = createPageTrail()
  let page = await readPage(range)
  for (let pages = 1; ; pages++) {
    for (const message of page.messages)
      if (message.time >= from && (to === null || message.time <= to)) messages.set(message.messageId, message)
    const verdict = trail.add(page)
    if (verdict === 'stuck') throw stuckFailure()
    if (verdict === 'end') break
    if (pages === maxCount) return null
    page = await readPage({ ...range, next: page.next! })
  }
  return [...messages.values()].toSorted(byTime)
}

export const byTime = (one: Message, other: Message) => one.time - other.time || one.messageId - other.messageId

/** A read that ends before some of its messages: they are read again. @param count of the new messages, those that were dealt with */
export function cutRead(read: ChatRead, before: ChatCursor, backlog: Backlog, count: number): ChatRead {
  if (count === read.fresh.length) return read
  const fresh = read.fresh.slice(0, count)
  return { ...read, fresh, cursor: cursorAfter(before, [...read.known, ...fresh].toSorted(byTime)), backlog }
}
