import type { InfiniteData } from '@tanstack/react-query'
import { messagePageLimit, type Message } from '#contract/messages.ts'
import { queryClient } from '../query.ts'
import { call } from '../session.ts'

/** Reading a room newest first, whatever order the service has (assumptions.md row 9). */

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

/** Whether `reverse` is what makes this service begin with the newest; undefined until two pages told. */
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

async function read(chatId: number, range: Range, reverse: boolean, next: string | null, signal: AbortSignal | undefined): Promise<Page> {
  const answer = await call(
    'messageList',
    {
      params: { chatId },
      query: { fast: true, limit: messagePageLimit, ...range, ...(reverse && { reverse }), ...(next !== null && { next }) },
    },
    { signal },
  )
  return { messages: answer.data, ...(answer.next === undefined ? {} : { next: answer.next }) }
}

/**
 * The first page, or the one behind `next`. The very first read of a session takes two pages, to learn the order, and begins again when it was the
 * other way round. Rejects with a Failure.
 */
export async function readPage(chatId: number, range: Range, next: string | null, signal?: AbortSignal): Promise<Page> {
  const reverse = reverseIsNewestFirst ?? true
  const page = await read(chatId, range, reverse, next, signal)
  if (reverseIsNewestFirst !== undefined || next !== null || page.next === undefined) return page
  const second = await read(chatId, range, reverse, page.next, signal)
  const order = orderOf(page.messages, second.messages)
  if (order === 'oldest first') {
    reverseIsNewestFirst = !reverse
    return readPage(chatId, range, next, signal)
  }
  if (order === 'newest first') reverseIsNewestFirst = reverse
  return { messages: [...page.messages, ...second.messages], ...(second.next === undefined ? {} : { next: second.next }) }
}

export const pagesKey = (chatId: number, range: Range) => ['messageList', { chatId, ...range }, 'pages'] as const

/** All that is loaded of a room in a range. A refetch would begin at the newest again and lose what was paged to: news come by another way. */
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

/** Takes messages that are gone out of everything loaded of the room. */
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
