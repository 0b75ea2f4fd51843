import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isConflict } from '#db/errors.ts'
import { retry } from '#db/open.ts'
import { remove, rowsWith } from '#db/rows.ts'
import type { Tables } from '../tables.ts'

/** Rows per statement: few enough that neither the event loop nor other writers wait long. */
const batchSize = 1000

/**
 * Deletes the messages of a chat up to an id, in batches. When it is interrupted, the batches done so far stay deleted.
 * Each batch begins where the last one ended: PostgreSQL keeps deleted rows in the index until vacuum removes them, and a search from the start of the
 * chat would read through all of them each time.
 */
export async function deleteMessagesUpTo(query: Kysely<Tables>, chatId: number, lastId: number): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    const end: { id: number } | undefined = await rowsWith(query, 'message', { chat_id: chatId })
      .select('id')
      .where('id', '>', from)
      .where('id', '<=', lastId)
      .orderBy('id')
      .offset(batchSize - 1)
      .limit(1)
      .executeTakeFirst()
    const remove = () =>
      query
        .deleteFrom('message')
        .where('chat_id', '=', chatId)
        .where('id', '>', from)
        .where('id', '<=', end?.id ?? lastId)
        .execute()
    await retry(remove, isConflict)
    after = end?.id
    await setImmediate()
  }
}

/** Deletes everything in a chat, and then the chat itself, which must be marked as deleted. */
export async function deleteChatRows(query: Kysely<Tables>, chatId: number): Promise<void> {
  await deleteMessagesUpTo(query, chatId, Number.MAX_SAFE_INTEGER)
  await remove(query, 'poll', { chat_id: chatId })
  await remove(query, 'banned_range', { chat_id: chatId })
  await query.deleteFrom('chat').where('id', '=', chatId).where('deleted', 'is not', null).execute()
}

/** Completes deletions that were interrupted when the process stopped. */
export async function resumeChatDeletions(query: Kysely<Tables>): Promise<void> {
  const chats = await query.selectFrom('chat').select('id').where('deleted', 'is not', null).execute()
  for (const { id } of chats) await deleteChatRows(query, id)
}
