import type { InfiniteData } from '@tanstack/react-query'
import type { Api } from '#contract/api.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { maxPollAgeSeconds, pollMaxAge, type Message, maxMessagePageSize } from '#contract/messages.ts'
import { pageReads } from '#contract/page-data.ts'
import { unreadableIn } from '#contract/readable-rows.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { type PageTrail, createPageTrail } from '#engine/jobs/read-pages.ts'
import { endpointQuery, queryClient, staleTimeMs } from '#dashboard/platform/api/query.ts'
import { contradicted } from '#engine/saving/sounds.ts'
import { addObservation, behaviour, nowInSeconds } from '#dashboard/platform/service/known-service.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { getSession } from '#dashboard/platform/session/session-state.ts'
import { createStore } from '#dashboard/ui/store.ts'

/**
 * Reads a chat newest first, whatever order the service uses (docs/assumptions.md row 9). It uses the service profile; what the profile leaves
 * open is learned from the first two pages.
 */

/** Seconds, both inclusive. A missing end is open. */
export interface TimeRange {
  from?: number
  to?: number
}

export interface MessagePage {
  messages: Message[]
  next?: string
  /** What was read of the list up to this page. Missing: it was not read as one of its pages. */
  trail?: PageTrail
  /** The service names a next page, but pages don't get on: what is older can't be read. */
  isStuck?: boolean
  unreadable?: number
}

export type MessagePages = InfiniteData<MessagePage, string | null>

/** Whether the service returns the newest messages first if asked with `reverse`; undefined until two pages have shown it. */
let reverseIsNewestFirst: boolean | undefined

type PageOrder = 'newest first' | 'oldest first' | 'unknown'

/** The order of the service, judged by two consecutive pages. Pages of equal mean time leave it unknown. */
export function orderOf(first: Pick<Message, 'time'>[], second: Pick<Message, 'time'>[]): PageOrder {
  const times = (messages: Pick<Message, 'time'>[]) => messages.map(({ time }) => time)
  const firstTimes = times(first)
  const secondTimes = times(second)
  if (firstTimes.length === 0 || secondTimes.length === 0) return 'unknown'
  const mean = (list: number[]) => list.reduce((sum, time) => sum + time, 0) / list.length
  const step = mean(secondTimes) - mean(firstTimes)
  if (step === 0) return 'unknown'
  return step < 0 ? 'newest first' : 'oldest first'
}

/** What the service profile knows about pages before any is read. */
async function knownBehaviour(): Promise<{ reverse: boolean | undefined; limit: number }> {
  const catalogue = await queryClient.ensureQueryData(catalogueQuery)
  const order = behaviour(catalogue, 'messageOrder')
  const reverses = behaviour(catalogue, 'messageReverse') === 'reverses'
  return {
    reverse: order === 'newest first' ? false : order === 'oldest first' && reverses ? true : undefined,
    limit: Math.min(behaviour(catalogue, 'messageLimit') ?? maxMessagePageSize, maxMessagePageSize),
  }
}

interface PageRequest {
  /** A poll, for which a recent answer will do. */
  isPoll: boolean
  chatId: number
  range: TimeRange
  reverse: boolean
  limit: number
  next: string | null
  signal: AbortSignal | undefined
}

/**
 * The answer to a read that came with the HTML of the page. It is taken out of the cache, because the same read may find newer messages the next time,
 * and it is not used once it is no longer fresh or this page has sent a write.
 */
function takeFromPage(input: Input<Api['messageList']>): Output<Api['messageList']> | undefined {
  const { queryKey } = endpointQuery('messageList', input)
  const query = queryClient.getQueryCache().find<Output<Api['messageList']>>({ queryKey, exact: true })
  if (!query) return undefined
  queryClient.removeQueries({ queryKey, exact: true })
  const isUsable = !query.isStaleByTime(staleTimeMs) && queryClient.getMutationCache().getAll().length === 0
  return isUsable ? query.state.data : undefined
}

async function requestPage({ isPoll, chatId, range, reverse, limit, next, signal }: PageRequest): Promise<MessagePage> {
  const query = { fast: true as const, limit, ...range, ...(reverse && { reverse }), ...(next !== null && { next }) }
  const input = { params: { chatId }, query }
  const answer =
    takeFromPage(input) ??
    (await call('messageList', input, { signal, skipsUnreadable: true, ...(isPoll && { headers: pollMaxAge(maxPollAgeSeconds) }) }))
  if (answer.next !== undefined) noticeAnswerSize(answer.data.length, limit)
  return pageOf(answer)
}

function pageOf(answer: Output<Api['messageList']>): MessagePage {
  const unreadable = unreadableIn(answer)
  return { messages: answer.data, ...(answer.next && { next: answer.next }), ...(unreadable > 0 && { unreadable }) }
}

/** The page that came with the HTML, so that the first drawing has it; undefined without. Only of our own service, of which all is known. */
function firstInPage(chatId: number, range: TimeRange): MessagePages | undefined {
  if (Object.keys(range).length > 0 || getSession()?.service.kind !== 'bundled') return undefined
  const answer = takeFromPage(pageReads.messages(chatId)[1])
  return answer && { pages: [judged([], pageOf(answer))], pageParams: [null] }
}

/** Records in the service profile that an answer held more messages than seen before. */
function noticeAnswerSize(count: number, limit: number) {
  addObservation((profile) => {
    const size = profile.behaviours.messagesInAnswer
    if (!size || count <= size.value.count) return profile
    const messagesInAnswer = { value: { count, isMost: count < limit }, at: nowInSeconds(), from: 'seen' as const }
    return { ...profile, behaviours: { ...profile.behaviours, messagesInAnswer } }
  })
}

/** The last page read in an order that the profile states, to check the next one against it. */
let lastRead: { chatId: number; page: MessagePage } | undefined

function checkOrder(chatId: number, page: MessagePage, next: string | null) {
  if (next !== null && lastRead?.chatId === chatId && lastRead.page.next === next)
    if (orderOf(lastRead.page.messages, page.messages) === 'oldest first')
      addObservation((profile) => contradicted(profile, 'messageOrder', nowInSeconds()))
  lastRead = { chatId, page }
}

/**
 * Reads the first page, or the one that `next` points to. If the order of the service is unknown, the first read of a session reads two pages to learn it,
 * and starts over if the assumed order was wrong. Rejects with a Failure.
 */
export const readPage = (chatId: number, range: TimeRange, next: string | null, signal?: AbortSignal): Promise<MessagePage> =>
  readFirstOrNext({ isPoll: false, chatId, range, next, signal })

/** Reads what was written since `range.from`. Everybody who polls a chat may share one read of the service, so the answer can be a few seconds old. */
export const pollMessages = (chatId: number, range: TimeRange, signal?: AbortSignal): Promise<MessagePage> =>
  readFirstOrNext({ isPoll: true, chatId, range, next: null, signal })

async function readFirstOrNext(asked: Omit<PageRequest, 'reverse' | 'limit'>): Promise<MessagePage> {
  const { chatId, next } = asked
  const { reverse: profileReverse, limit } = await knownBehaviour()
  const isFromProfile = profileReverse !== undefined && reverseIsNewestFirst === undefined
  const reverse = reverseIsNewestFirst ?? profileReverse ?? true
  const request = { ...asked, reverse, limit }
  const page = await requestPage(request)
  if (isFromProfile) checkOrder(chatId, page, next)
  if (isFromProfile || reverseIsNewestFirst !== undefined || next !== null || page.next === undefined) return page
  const second = await requestPage({ ...request, next: page.next })
  const order = orderOf(page.messages, second.messages)
  if (order === 'oldest first') {
    reverseIsNewestFirst = !reverse
    return readFirstOrNext(asked)
  }
  if (order === 'newest first') reverseIsNewestFirst = reverse
  return { messages: [...page.messages, ...second.messages], ...(second.next === undefined ? {} : { next: second.next }) }
}

export const pagesKey = (chatId: number, range: TimeRange) => ['messageList', { chatId, ...range }, 'pages'] as const

/** The page, judged by the pages before it. Called once for each page that is added. */
export function judged(before: readonly MessagePage[], page: MessagePage): MessagePage {
  const trail = before.findLast((earlier) => earlier.trail)?.trail ?? createPageTrail()
  return { ...page, trail, isStuck: trail.add(page) === 'stuck' }
}

/** All loaded messages of a chat in a range. They are never refetched: that would start over at the newest page. New messages have a query of their own. */
export const pagesQuery = (chatId: number, range: TimeRange) => ({
  queryKey: pagesKey(chatId, range),
  queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
    const page = await readPage(chatId, range, pageParam, signal)
    const before = pageParam === null ? undefined : queryClient.getQueryData<MessagePages>(pagesKey(chatId, range))
    return judged(before?.pages ?? [], page)
  },
  initialData: () => firstInPage(chatId, range),
  initialPageParam: null as string | null,
  getNextPageParam: ({ isStuck, next }: MessagePage): string | undefined => (isStuck ? undefined : next),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: false as const,
  gcTime: 30 * 60_000,
  // Structural sharing would compare all 100,000 messages at every page, which takes longer than reading them.
  structuralSharing: false as const,
})

/** Deleted messages, each with its time in seconds where this page knows it. */
type Deleted = ReadonlyMap<number, number | undefined>
const noneDeleted: Deleted = new Map()

/** By chat. Pages that were read before, or asked for, may still have them. */
const deletedMessages = createStore<ReadonlyMap<number, Deleted>>(new Map())
export const deletedIn = (chatId: number) => deletedMessages.get().get(chatId) ?? noneDeleted
export const useDeletedIn = (chatId: number) => deletedMessages.use().get(chatId) ?? noneDeleted

export const forgetMessages = (chatId: number, messages: Iterable<[messageId: number, time: number | undefined]>): void =>
  deletedMessages.set(new Map(deletedMessages.get()).set(chatId, new Map([...deletedIn(chatId), ...messages])))

export interface LoadedMessages {
  /** A new array after every change. */
  list: Message[]
  byId: ReadonlyMap<number, Message>
}

/** Newest first; equal times by id, so that the order never depends on where a page ended. */
export const newestFirst = (one: Message, other: Message) => other.time - one.time || other.messageId - one.messageId

const startsWithPages = (pages: MessagePage[], start: MessagePage[]) =>
  start.length <= pages.length && start.every((page, index) => page === pages[index])

/**
 * Returns a function that merges pages and remembers its last result, so that one more page on top of 100,000 messages costs little more than the
 * page itself. Pages may overlap and come in any order.
 */
export function createPageMerger(): (pages: MessagePage[], deleted?: Deleted) => LoadedMessages {
  let mergedPages: MessagePage[] = []
  let without = noneDeleted
  let byId = new Map<number, Message>()
  let loaded: LoadedMessages = { list: [], byId }

  return (pages, deleted = noneDeleted) => {
    if (pages === mergedPages && deleted === without) return loaded
    if (deleted !== without || !startsWithPages(pages, mergedPages)) {
      mergedPages = []
      byId = new Map()
      loaded = { list: [], byId }
    }
    without = deleted
    for (const page of pages.slice(mergedPages.length)) {
      const added = page.messages.filter(({ messageId }) => !byId.has(messageId) && !deleted.has(messageId))
      for (const message of added) byId.set(message.messageId, message)
      // A page may hold a message twice.
      const sorted = (added.length === new Set(added.map(({ messageId }) => messageId)).size ? added : lastOfEachId(added)).toSorted(
        newestFirst,
      )
      if (sorted.length === 0) continue
      const last = loaded.list.at(-1)
      const list = [...loaded.list, ...sorted]
      loaded = { list: last && newestFirst(last, sorted[0]!) > 0 ? list.toSorted(newestFirst) : list, byId }
    }
    mergedPages = pages
    return loaded
  }
}

const lastOfEachId = (messages: Message[]) => [...new Map(messages.map((message) => [message.messageId, message])).values()]
