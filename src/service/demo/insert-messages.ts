import type { CompiledQuery, Kysely } from 'kysely'
import type { MessageTable, Tables } from '../tables.ts'

/** Seven values each, below the most that either engine takes in one statement. */
const rowsAtOnce = 200

/** Adds any number of messages. Building a statement of thousands of values costs more than running it, so it is built once. */
export async function insertMessages(query: Kysely<Tables>, messages: MessageTable[]): Promise<void> {
  let full: CompiledQuery | undefined
  for (let start = 0; start < messages.length; start += rowsAtOnce) {
    const rows = messages.slice(start, start + rowsAtOnce)
    if (rows.length < rowsAtOnce) await query.insertInto('message').values(rows).execute()
    else {
      full ??= query.insertInto('message').values(rows).compile()
      await query.executeQuery({ ...full, parameters: rows.flatMap(valuesOf) })
    }
  }
}

/** In the order in which Kysely lists the columns: that of the keys of the first row. */
const valuesOf = (row: MessageTable) => Object.values(row)
