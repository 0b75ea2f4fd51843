import type { Kysely } from 'kysely'
import type { Message } from '#contract/messages.ts'
import { rowsWith } from '#db/rows.ts'
import type { Tables } from '../tables.ts'
import { liveChats } from './live-chats.ts'

/** Reads the messages of an account in bulk. For a thread of its own: a chunk takes as long as a hundred requests for a page. */

/** Unix seconds, both inclusive. */
export interface TimeSpan {
  from: number
  to: number
}

const chunkSize = 2000
/** Chats of one statement. */
const maxChats = 500

export const archiveOf = (query: Kysely<Tables>, account: number) => ({
  chats: async () =>
    (await liveChats(query, account).select(['id', 'settings']).orderBy('id').execute()).map(({ id, settings }) => ({
      id,
      name: nameIn(settings),
    })),

  /** @param chatIds of this account */
  count: async (chatIds: readonly number[], { from, to }: TimeSpan): Promise<number> => {
    let total = 0
    for (let start = 0; start < chatIds.length; start += maxChats) {
      const { count } = await rowsWith(query, 'message', { chat_id: chatIds.slice(start, start + maxChats) })
        .select((is) => is.fn.countAll<number | string>().as('count'))
        .where('time', '>=', from)
        .where('time', '<=', to)
        .executeTakeFirstOrThrow()
      total += Number(count)
    }
    return total
  },

  /** In chunks, by time and id. @param chatId of this account */
  messages: async function* (chatId: number, { from, to }: TimeSpan): AsyncGenerator<Message[]> {
    let after: { time: number; id: number } | null = null
    for (;;) {
      let page = rowsWith(query, 'message', { chat_id: chatId })
        .select(['id', 'time', 'user_id', 'user_name', 'text'])
        .where('time', '<=', to)
      const { time, id } = after ?? { time: from, id: 0 }
      page = page.where((is) => is(is.refTuple('time', 'id'), '>', is.tuple(time, id)))
      const rows = await page.orderBy('time').orderBy('id').limit(chunkSize).execute()
      yield rows.map((row) => ({
        messageId: row.id,
        time: row.time,
        userId: row.user_id,
        // No condition asks for it, and each column costs time.
        image: null,
        userName: row.user_name,
        text: row.text,
      }))
      const last = rows.at(-1)
      if (!last || rows.length < chunkSize) return
      after = { time: last.time, id: last.id }
    }
  },

  /** Everybody who wrote in a chat before a time. @param chatId of this account */
  authorsBefore: async (chatId: number, time: number): Promise<{ userId: number; userName: string }[]> =>
    rowsWith(query, 'message', { chat_id: chatId })
      .select(['user_id as userId', 'user_name as userName'])
      .distinct()
      .where('time', '<', time)
      .execute(),
})

function nameIn(settings: string): string {
  const { name } = JSON.parse(settings) as { name?: unknown }
  return typeof name === 'string' ? name : ''
}

/** The chats of an account that are not deleted. */
export async function chatIdsOf(query: Kysely<Tables>, account: number): Promise<number[]> {
  const rows = await liveChats(query, account).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
