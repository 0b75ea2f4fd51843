import type { BannedRange } from '#contract/banned-ips.ts'
import type { Fields, Look } from '#engine/drift/fields.ts'
import type { DriftResource } from '#contract/gateway/drift.ts'
import type { Query } from '../database/database.ts'
import { sql } from 'kysely'
import { remove, rowsWith, update, upsert } from '#db/rows.ts'
import { inParts } from '#engine/group-by.ts'
import type { OwnChange } from '#engine/drift/own-changes.ts'
import { isRecorded } from '#contract/recorded-change.ts'
import { asEntries } from '../audit/entries.ts'
import type { EntryData } from '../audit/line.ts'

/** What was read last. */

/** What is looked at: a resource of a chat; the chat is 0 for what belongs to none. */
export interface Place {
  workspace: string
  resource: DriftResource
  chatId: number
  chatName: string
}

export interface Known<T> {
  value: T
  since: number
  checked: number
  look: Look
}

type ValueOf<R extends DriftResource> = R extends 'bans' ? BannedRange[] : Fields

/** By chat. */
export async function knownOf<R extends DriftResource>(
  query: Query,
  workspace: string,
  resource: R,
  chatId?: number,
): Promise<Map<number, Known<ValueOf<R>>>> {
  let found = rowsWith(query, 'drift_known', { workspace, resource }).selectAll()
  if (chatId !== undefined) found = found.where('chat_id', '=', chatId)
  const rows = await found.execute()
  return new Map(
    rows.map(({ chat_id, value, since, checked, line_before, line_after }) => [
      chat_id,
      // Only this gateway writes the column, in this form.
      { value: JSON.parse(value) as ValueOf<R>, since, checked, look: { before: line_before, after: line_after } },
    ]),
  )
}

export async function remember(query: Query, place: Place, known: Known<Fields | BannedRange[]>): Promise<void> {
  const { workspace, resource, chatId, chatName } = place
  const changes = {
    chat_name: chatName,
    value: JSON.stringify(known.value),
    checked: known.checked,
    line_before: known.look.before,
    line_after: known.look.after,
  }
  await upsert(query, 'drift_known', { workspace, resource, chat_id: chatId }, changes, { since: known.since })
}

/** They were as they were known. */
export async function rememberUnchanged(
  query: Query,
  workspace: string,
  resource: DriftResource,
  chatIds: readonly number[],
  { checked, look }: Pick<Known<unknown>, 'checked' | 'look'>,
): Promise<void> {
  const last = { checked, line_before: look.before, line_after: look.after }
  for (const some of inParts(chatIds)) await update(query, 'drift_known', { workspace, resource, chat_id: some }, last)
}

/** The chat does not exist any more. */
export async function forgetChat(query: Query, workspace: string, chatId: number): Promise<void> {
  await remove(query, 'drift_known', { workspace, chat_id: chatId })
}

/** The last line of the audit log. */
export async function lastLine(query: Query, workspace: string): Promise<number> {
  const head = await rowsWith(query, 'audit_head', { workspace }).select('line').executeTakeFirst()
  return head?.line ?? 0
}

/** The chats that changes of ours concern since a point in time. */
export async function changedChats(query: Query, workspace: string, since: number): Promise<Set<number>> {
  const rows = await rowsWith(query, 'audit_line', { workspace })
    .select('chat_id')
    .distinct()
    .where('at', '>=', since - maxEffectMs)
    .where('chat_id', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ chat_id }) => chat_id ?? []))
}

/** A change whose outcome is not known may take effect this long after it was sent, and the clocks of several gateways may differ. */
const maxEffectMs = 15 * 60_000
/** Entries that are read at once. */
const batchSize = 200

/**
 * Those that may have taken effect since a point in time, as far as the log says.
 * @param since milliseconds
 * @param chatId 0: those that concern no chat
 */
export async function ownChanges(query: Query, workspace: string, since: number, now: number, chatId: number): Promise<OwnChange[]> {
  let found = rowsWith(query, 'audit_line', { workspace, kind: sql.lit('entry') })
    .selectAll()
    .where('at', '>=', since - maxEffectMs)
  found = chatId === 0 ? found.where('chat_id', 'is', null) : found.where('chat_id', '=', chatId)
  const rows = (await found.orderBy('line').execute()).filter(({ action }) => isRecorded(action))
  const changes: OwnChange[] = []
  for (const some of inParts(rows, batchSize))
    for (const { entry, row, outcomes } of await asEntries(query, workspace, some, now)) {
      if (entry.outcome === 'refused' || entry.outcome === 'unsent') continue
      const done = outcomes.find(({ outcome }) => outcome === 'done')
      // Only this gateway writes the column, in this form.
      const { sent } = JSON.parse(row.text) as EntryData
      const { chatId: of, action, subject, changes: fields, target } = entry
      changes.push({ chatId: of, action, subject, changes: fields, target, began: row.line, ended: done?.line ?? null, sent })
    }
  return changes
}
