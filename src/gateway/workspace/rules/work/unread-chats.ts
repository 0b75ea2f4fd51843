import { allows } from '#contract/workspace/grant.ts'
import { UnreadChats, type Rules } from '#contract/workspace/rules.ts'
import { fromJson, type Member } from '../../member.ts'
import type { WatchRound } from './watch.ts'

/** The chats that rules cannot read, although they read others: nothing that is posted there is matched, which nobody would notice otherwise. */

/** Failed reads in a row before a chat counts: a single one is retried within seconds. */
const failedReads = 3
/** While the whole service fails, these are enough to say it. */
const maxStored = 200

/** Stores them where they have changed. */
export async function recordUnread({ watch, workspace, write }: WatchRound): Promise<void> {
  const unread = [...watch.chats.values()]
    .filter(({ failing }) => failing && failing.reads >= failedReads)
    .slice(0, maxStored)
    .map(({ id, failing }) => ({ chatId: id, since: failing!.since }))
  const text = JSON.stringify(unread)
  if (text === watch.unread) return
  await write((trx) => trx.updateTable('rule_watch').set({ unread: text }).where('workspace', '=', workspace).execute())
  watch.unread = text
}

/** Those of a person's chats. @param stored as in the table */
export const unreadFor = (member: Member | null, stored: string): Rules['worker']['unread'] =>
  fromJson(UnreadChats, stored).filter(({ chatId }) => allows(member, 'rules.read', chatId))
