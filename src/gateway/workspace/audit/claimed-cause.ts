import type { Kysely } from 'kysely'
import { declared, isRecorded } from '#contract/recorded-change.ts'
import type { WriteName } from '#contract/client.ts'
import { allows } from '#contract/workspace/grant.ts'
import type { Member } from '../member.ts'
import type { SessionTables } from '../../session/tables.ts'
import type { NewEntry } from './audit-log.ts'
import { whoKey } from './line.ts'
import { readEntry } from './read-audit.ts'

/**
 * The entry with its cause as far as it is true. That a change undoes another is the word of whoever sends it, and marks the other as undone: it is kept
 * only where they may see that entry, and where it is about the same thing and an action that this one undoes. Otherwise the change was made by hand.
 * @param now milliseconds
 */
export async function withTrueCause(query: Kysely<SessionTables>, member: Member | null, entry: NewEntry, now: number): Promise<NewEntry> {
  const { workspace, data } = entry
  const { cause, who } = data
  if (cause.kind !== 'undo') return entry
  const isOwn = !allows(member, 'audit.read')
  const undone = await readEntry(query, { workspace, member, who: whoKey(who), isOwn, now }, cause.of)
  const isTrue =
    undone !== null && undone.chatId === data.chatId && undoes(data.action, undone.action) && isSame(undone.target, data.target)
  return isTrue ? entry : { ...entry, data: { ...data, cause: { kind: 'hand' } } }
}

function undoes(action: string, undone: string): boolean {
  if (!isRecorded(undone)) return false
  const { undo } = declared(undone)
  return undo.kind === 'inverse' ? undo.by.includes(action as WriteName) : undo.kind !== 'none' && action === undone
}

const isSame = (one: NewEntry['data']['target'], other: NewEntry['data']['target']) =>
  [one, other].every((target) => Object.keys(target).every((part) => String(one[part]) === String(other[part])))
