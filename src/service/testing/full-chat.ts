import type { Database } from '#db/open.ts'
import { maxBans } from '../handlers/banned-ips.ts'
import { maxPolls } from '../handlers/polls.ts'
import type { Tables } from '../tables.ts'

/** The numbers from 1 to `count`. */
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Few enough for the parameters of one statement. */
const rowsPerStatement = 1000

/** Fills a chat with the maximum of polls and banned ranges, and a deleted poll after every hundred. Resolves to the ids of the polls in order. @param text question of every poll */
export async function fillChat({ query }: Database<Tables>, chatId: number, text = 'Tea or coffee?'): Promise<number[]> {
  const ids = upTo(maxPolls + maxPolls / 100)
  const isDeleted = (id: number) => id % 101 === 0
  const polls = ids.map((id) => ({
    chat_id: chatId,
    id,
    status: 'draft' as const,
    user_id: 1,
    question: text,
    answer1: text,
    answer2: text,
    answer3: text,
    answer4: text,
    answer1count: id,
    answer2count: 0,
    answer3count: 0,
    answer4count: 0,
    created: '2026-03-04 05:06:07',
    last_sent: null,
    published: null,
    deleted: isDeleted(id) ? '2026-03-05 05:06:07' : null,
  }))
  const bans = upTo(maxBans).map((number) => ({ chat_id: chatId, first_ip: 2 ** 31 + number * 4, last_ip: 2 ** 31 + number * 4 + 2 }))
  for (let first = 0; first < polls.length; first += rowsPerStatement)
    await query
      .insertInto('poll')
      .values(polls.slice(first, first + rowsPerStatement))
      .execute()
  for (let first = 0; first < bans.length; first += rowsPerStatement)
    await query
      .insertInto('banned_range')
      .values(bans.slice(first, first + rowsPerStatement))
      .execute()
  await query.updateTable('chat').set({ last_poll_id: ids.length }).where('id', '=', chatId).execute()
  return ids.filter((id) => !isDeleted(id))
}
