import { type Api, api } from './api.ts'
import type { ReadName } from './client.ts'
import { type Input, clientSchemaOf, type Output } from './endpoint.ts'
import { maxMessagePageSize } from './messages.ts'
import { refusal } from './values.ts'
import { withVersion } from './own-service.ts'

const read = <K extends ReadName>(name: K, input: Input<Api[K]>) => [name, input] as const

/**
 * The first reads of pages: for each name in the registry of pages, the endpoint and its input. The gateway puts their answers into the HTML of the
 * page, and the dashboard's routes wait for them, except for those of EarlyData.
 */
export const pageReads = {
  account: () => read('accountRead', {}),
  /** For pages that do not need the account themselves but have a frame that does. It may fail, the others are required. */
  plan: () => read('accountRead', {}),
  chats: () => read('chatList', {}),
  chat: (chatId: number) => read('chatRead', { params: { chatId } }),
  polls: (chatId: number) => read('pollList', { params: { chatId } }),
  social: () => read('socialRead', {}),
  bans: (chatId: number) => read('banList', { params: { chatId } }),
  /** The first page of all messages, as Messages reads it from our own service. A time range, or what is known of a remote service, changes it. */
  messages: (chatId: number) =>
    read('messageList', { params: { chatId }, query: { fast: true, limit: maxMessagePageSize, reverse: true } }),
}

/** The data that can come with a page. The catalogue is a file beside the page and no endpoint. */
export type PageData = keyof typeof pageReads | 'catalogue'

/** What a page reads itself as soon as it is rendered: opened from another page, it is shown before it has this data. */
export type EarlyData = 'bans' | 'messages'

/** The data that a page waits for before it is rendered. */
export type RequiredData = Exclude<PageData, EarlyData>

/**
 * Checks an answer that came with the page in the same way as one that a call receives. Null unless it is a valid answer of this endpoint.
 * @param etag its version, see versionOf()
 */
export function checkAnswer<K extends ReadName>(name: K, json: unknown, etag: string | null): Output<Api[K]> | null {
  const parsed = clientSchemaOf(api[name]).safeParse(json)
  if (!parsed.success || refusal.safeParse(json).data?.status === false) return null
  return withVersion(parsed.data as Output<Api[K]> & object, etag)
}
