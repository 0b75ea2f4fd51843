import { sql } from 'kysely'
import type { OwnChange } from '#contract/drift/own-changes.ts'
import { isRecorded } from '#contract/recorded-change.ts'
import type { Query } from '../database/database.ts'
import { asEntries } from '../audit/entries.ts'
import type { EntryData } from '../audit/line.ts'

/** Our own changes, from the audit log. */

/** The last line of the audit log. */
export async function lastLine(query: Query, workspace: string): Promise<number> {
  const head = await query.selectFrom('audit_head').select('line').where('workspace', '=', workspace).executeTakeFirst()
  return head?.line ?? 0
}

/** The chats that changes of ours concern since a point in time. */
export async function changedChats(query: Query, workspace: string, since: number): Promise<Set<number>> {
  const rows = await query
    .selectFrom('audit_line')
    .select('chat_id')
    .distinct()
    .where('workspace', '=', workspace)
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
  let found = query
    .selectFrom('audit_line')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('at', '>=', since - maxEffectMs)
    .where('kind', '=', sql.lit('entry'))
  found = chatId === 0 ? found.where('chat_id', 'is', null) : found.where('chat_id', '=', chatId)
  const rows = (await found.orderBy('line').execute()).filter(({ action }) => isRecorded(action))
  const changes: OwnChange[] = []
  for (let from = 0; from < rows.length; from += batchSize)
    for (const { entry, row, outcomes } of await asEntries(query, workspace, rows.slice(from, from + batchSize), now)) {
      if (entry.outcome === 'refused' || entry.outcome === 'unsent') continue
      const done = outcomes.find(({ outcome }) => outcome === 'done')
      // Only this gateway writes the column, in this form.
      const { sent } = JSON.parse(row.text) as EntryData
      const { chatId: of, action, subject, changes: fields, target } = entry
      changes.push({ chatId: of, action, subject, changes: fields, target, began: row.line, ended: done?.line ?? null, sent })
    }
  return changes
}
