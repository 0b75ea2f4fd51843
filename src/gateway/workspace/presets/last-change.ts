import { sql, type Kysely } from 'kysely'
import type { SessionTables } from '../../session/tables.ts'
import type { EntryData } from '../audit/line.ts'

interface Question {
  workspace: string
  chatId: number
  setting: string
  /** Milliseconds. */
  since: number
  /** Changes of this preset do not count. */
  exceptOf: string
}

/** As many changes of one setting while a preset is on are looked at. */
const maxLooked = 50

/** The last change of a setting that the audit log knows; null: it was changed outside of Roomkeeper. */
export async function lastChange(
  query: Kysely<SessionTables>,
  { workspace, chatId, setting, since, exceptOf }: Question,
): Promise<{ at: number; by: string } | null> {
  const rows = await query
    .selectFrom('audit_line')
    .select(['at', 'text'])
    .where('workspace', '=', workspace)
    .where('kind', '=', sql.lit('entry'))
    .where('chat_id', '=', chatId)
    .where('fields', 'like', `% ${setting} %`)
    .where('at', '>=', since)
    .orderBy('line', 'desc')
    .limit(maxLooked)
    .execute()
  for (const { at, text } of rows) {
    // Only this gateway writes the column, in this form.
    const { cause, who } = JSON.parse(text) as EntryData
    if (!('id' in cause && cause.id === exceptOf)) return { at, by: who.name }
  }
  return null
}
