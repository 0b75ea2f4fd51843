import type { Kysely, Transaction } from 'kysely'
import { equal, rowsWith } from '#db/rows.ts'
import type { Context } from '../handler.ts'
import { notFound } from '../refusals.ts'
import type { Tables } from '../tables.ts'

/** The chats of this account that are not deleted. */
export const liveChats = (query: Kysely<Tables>, account: number) => rowsWith(query, 'chat', { account_id: account, deleted: null })

/** Throws `not_found` unless the account has this chat. */
export async function requireChat({ database, account }: Context, chatId: number): Promise<void> {
  const found = await liveChats(database.query, account).where('id', '=', chatId).select('id').executeTakeFirst()
  if (!found) throw notFound('chat')
}

/** The next id for a poll or message of the chat. Locks the chat's row for the rest of the transaction. Throws `not_found`. */
export async function nextNumberInChat(
  trx: Transaction<Tables>,
  account: number,
  chatId: number,
  counter: 'last_poll_id' | 'last_message_id',
): Promise<number> {
  const chat = await trx
    .updateTable('chat')
    .set((eb) => ({ [counter]: eb(counter, '+', 1) }))
    .where(equal({ id: chatId, account_id: account, deleted: null }))
    .returning(counter)
    .executeTakeFirst()
  if (!chat) throw notFound('chat')
  return chat[counter]
}
