import type { InfiniteData } from '@tanstack/react-query'
import { maxMessagePageSize, type Message } from '#contract/messages.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { behaviour, contradicted, nowInSeconds, addObservation } from '#dashboard/platform/service/service-profile.ts'
import { call } from '#dashboard/platform/session/session.ts'

/**
 * Reads a chat newest first, whatever order the service uses (docs/assumptions.md row 9). What was learned of the service is used; the rest is found
 * out from the first two pages.
 */

/** Seconds, both inclusive; missing: open. */
export interface Range {
  from?: number
  to?: number
}

export interface Page {
  messages: Message[]
  next?: string
}

export type Pages = InfiniteData<Page, string | null>

/** Whether `reverse` is what makes this service begin with the newest; undefined until two pages have shown it. */
let reverseIsNewestFirst: boolean | undefined

type Order = 'newest first' | 'oldest first' | 'unknown'

/** How two pages follow each other. Equal times tell nothing. */
export function orderOf(first: Pick<Message, 'time'>[], second: Pick<Message, 'time'>[]): Order {
  const times = (messages: Pick<Message, 'time'>[]) => messages.map(({ time }) => time)
  const one = times(first)
  const other = times(second)
  if (one.length === 0 || other.length === 0) return 'unknown'
  const middle = (list: number[]) => list.reduce((sum, time) => sum + time, 0) / list.length
  const step = middle(other) - middle(one)
  if (step === 0) return 'unknown'
  return step < 0 ? 'newest first' : 'oldest first'
}

/** What is known of the service's pages before any is read. */
async function known(): Promise<{ reverse: boolean | undefined; limit: number }> {
  const catalogue = await queryClient.ensureQueryData(catalogueQuery)
  const order = behaviour(catalogue, 'messageOrder')
  const reverses = behaviour(catalogue, 'messageReverse') === 'reverses'
  return {
    reverse: order === 'newest first' ? false : order === 'oldest first' && reverses ? true : undefined,
    limit: Math.min(behaviour(catalogue, 'messageLimit') ?? maxMessagePageSize, maxMessagePageSize),
  }
}

interface Reading {
  chatId: number
  range: Range
  reverse: boolean
  limit: number
  next: string | null
  signal: AbortSignal | undefined
}

async function read({ chatId, range, reverse, limit, next, signal }: Reading): Promise<Page> {
  const answer = await call(
    'messageList',
    {
      params: { chatId },
      query: { fast: true, limit, ...range, ...(reverse && { reverse }), ...(next !== null && { next }) },
    },
    { signal },
  )
  if (answer.next !== undefined) noticeSize(answer.data.length, limit)
  return { messages: answer.data, ...(answer.next === undefined ? {} : { next: answer.next }) }
}

/** An answer with more messages than were known to fit into one. */
function noticeSize(count: number, limit: number) {
  addObservation((profile) => {
    const size = profile.behaviours.messagesInAnswer
    if (!size || count <= size.value.count) return profile
    const messagesInAnswer = { value: { count, isMost: count < limit }, at: nowInSeconds(), from: 'seen' as const }
    return { ...profile, behaviours: { ...profile.behaviours, messagesInAnswer } }
  })
}

/** The page that was read last where the order was known before, to see whether the next one agrees. */
let lastRead: { chatId: number; page: Page } | undefined

function compareOrder(chatId: number, page: Page, next: string | null) {
  if (next !== null && lastRead?.chatId === chatId && lastRead.page.next === next)
    if (orderOf(lastRead.page.messages, page.messages) === 'oldest first')
      addObservation((profile) => contradicted(profile, 'messageOrder'))
  lastRead = { chatId, page }
}

/**
 * The first page, or the one behind `next`. Where the order is not known, the very first read of a session takes two pages to learn it, and begins again
 * when it was the other way round. Rejects with a Failure.
 */
export async function readPage(chatId: number, range: Range, next: string | null, signal?: AbortSignal): Promise<Page> {
  const { reverse: learned, limit } = await known()
  const isLearned = learned !== undefined && reverseIsNewestFirst === undefined
  const reverse = reverseIsNewestFirst ?? learned ?? true
  const reading = { chatId, range, reverse, limit, signal }
  const page = await read({ ...reading, next })
  if (isLearned) compareOrder(chatId, page, next)
  if (isLearned || reverseIsNewestFirst !== undefined || next !== null || page.next === undefined) return page
  const second = await read({ ...reading, next: page.next })
  const order = orderOf(page.messages, second.messages)
  if (order === 'oldest first') {
    reverseIsNewestFirst = !reverse
    return readPage(chatId, range, next, signal)
  }
  if (order === 'newest first') reverseIsNewestFirst = reverse
  return { messages: [...page.messages, ...second.messages], ...(second.next === undefined ? {} : { next: second.next }) }
}

export const pagesKey = (chatId: number, range: Range) => ['messageList', { chatId, ...range }, 'pages'] as const

/** All loaded messages of a chat in a range. A refetch would begin at the newest again and lose what was paged to: newMessages come by another way. */
export const pagesQuery = (chatId: number, range: Range) => ({
  queryKey: pagesKey(chatId, range),
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => readPage(chatId, range, pageParam, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: Page, all: Page[]): string | undefined =>
    // A cursor that came before would go round in circles.
    all.some((page) => page !== last && page.next !== undefined && page.next === last.next) ? undefined : last.next,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: false as const,
  gcTime: 30 * 60_000,
  // Comparing 100,000 messages with 100,000 others at every page would take longer than reading them.
  structuralSharing: false as const,
})

/** Gone, but perhaps still in an answer that was on its way. */
const forgotten = new Map<number, Set<number>>()
export const isForgotten = (chatId: number, messageId: number) => forgotten.get(chatId)?.has(messageId) ?? false

/** Takes messages that are gone out of everything loaded of the chat. */
export function forgetMessages(chatId: number, ids: Iterable<number>): void {
  const gone = new Set(ids)
  forgotten.set(chatId, new Set([...(forgotten.get(chatId) ?? []), ...gone]))
  queryClient.setQueriesData<Pages>(
    { predicate: ({ queryKey }) => queryKey[0] === 'messageList' && queryKey[2] === 'pages' && isOf(queryKey[1], chatId) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.messages.some(({ messageId }) => gone.has(messageId))
            ? { ...page, messages: page.messages.filter(({ messageId }) => !gone.has(messageId)) }
            : page,
        ),
      },
  )
}

const isOf = (key: unknown, chatId: number) => typeof key === 'object' && key !== null && 'chatId' in key && key.chatId === chatId
