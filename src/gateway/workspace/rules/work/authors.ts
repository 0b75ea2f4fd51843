import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { authorKey } from '#engine/analysis/authors.ts'
import type { Message } from '#contract/messages.ts'
import type { SessionTables } from '../../../session/tables.ts'

/** The earlier authors of a chat, for rules about first messages. Only hashes are stored, so that no names are kept. */

const hashOf = (message: Message) => createHash('sha256').update(authorKey(message)).digest('base64url')

const chunk = 500

/**
 * Detects first messages, compared with these messages and all earlier ones.
 * @param messages in the order of their time
 */
export async function readAuthors(query: Kysely<SessionTables>, workspace: string, chatId: number, messages: readonly Message[]) {
  const known = new Set<string>()
  const hashes = [...new Set(messages.map(hashOf))]
  for (let start = 0; start < hashes.length; start += chunk) {
    const rows = await query
      .selectFrom('rule_author')
      .select('author')
      .where('workspace', '=', workspace)
      .where('chat_id', '=', chatId)
      .where('author', 'in', hashes.slice(start, start + chunk))
      .execute()
    for (const { author } of rows) known.add(author)
  }
  const added = new Set<string>()
  return {
    /** Whether this is the author’s first message. Adds the author to the known ones. */
    isFirst: (message: Message): boolean => {
      const author = hashOf(message)
      if (known.has(author)) return false
      known.add(author)
      added.add(author)
      return true
    },
    write: async (trx: Transaction<SessionTables>) => {
      const rows = [...added].map((author) => ({ workspace, chat_id: chatId, author }))
      for (let start = 0; start < rows.length; start += chunk)
        await trx
          .insertInto('rule_author')
          .values(rows.slice(start, start + chunk))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },
  }
}
