import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isConflict } from '#db/errors.ts'
import { retry } from '#db/open.ts'
import type { Tables } from '../tables.ts'

/** Rows in one statement: few enough that neither the event loop nor another writer waits long. */
const step = 1000

/** Deletes the messages of a chat up to an id, in steps. Those already gone stay gone when it is interrupted. */
export async function removeMessages(query: Kysely<Tables>, chatId: number, lastId: number): Promise<void> {
  for (;;) {
    const remove = () =>
      query
        .deleteFrom('message')
        .where('chat_id', '=', chatId)
        .where('id', 'in', (eb) =>
          eb.selectFrom('message').select('id').where('chat_id', '=', chatId).where('id', '<=', lastId).orderBy('id').limit(step),
        )
        .executeTakeFirstOrThrow()
    const { numDeletedRows } = await retry(remove, isConflict)
    if (numDeletedRows < step) return
    await setImmediate()
  }
}

/** Removes all that a chat held, and last the chat itself. It must be marked as deleted. */
export async function removeChat(query: Kysely<Tables>, chatId: number): Promise<void> {
  await removeMessages(query, chatId, Number.MAX_SAFE_INTEGER)
  await query.deleteFrom('poll').where('chat_id', '=', chatId).execute()
  await query.deleteFrom('banned_range').where('chat_id', '=', chatId).execute()
  await query.deleteFrom('chat').where('id', '=', chatId).where('deleted', 'is not', null).execute()
}

/** Goes on with deletions that a stop of the process interrupted. */
export async function finishRemovals(query: Kysely<Tables>): Promise<void> {
  const chats = await query.selectFrom('chat').select('id').where('deleted', 'is not', null).execute()
  for (const { id } of chats) await removeChat(query, id)
}
