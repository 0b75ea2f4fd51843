import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Rows of seven parameters each, below the maximum of either engine. */
const rowsPerStatement = 200

/** Inserts any number of messages. Compiling a statement with so many parameters costs more than running it, so it is compiled once. */
export async function insertMessages(query: Kysely<Tables>, messages: Tables['message'][]): Promise<void> {
  let full: CompiledQuery | undefined
  for (let start = 0; start < messages.length; start += rowsPerStatement) {
    const rows = messages.slice(start, start + rowsPerStatement)
    if (rows.length < rowsPerStatement) await query.insertInto('message').values(rows).execute()
    else {
      full ??= query.insertInto('message').values(rows).compile()
      await query.executeQuery({ ...full, parameters: rows.flatMap(valuesOf) })
    }
  }
}

/** Kysely lists the columns in the order of the keys of the first row. */
const valuesOf = (row: Tables['message']) => Object.values(row)
