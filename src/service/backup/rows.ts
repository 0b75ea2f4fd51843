import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Tables row by row, the same from every engine: for writing a backup and for verifying a restored copy. */

/** The types of all columns in tables.ts. */
export type Cell = string | number | null

/** Tables whose names are known only at run time. */
type AnyTables = Record<string, Record<string, Cell>>

/** The columns of every primary key. A table that refers to another comes after it, so that tables can be restored in this order. */
const keys: { [Table in keyof Tables]: (keyof Tables[Table] & string)[] } = {
  account: ['id'],
  token: ['id'],
  chat: ['id'],
  poll: ['chat_id', 'id'],
  message: ['chat_id', 'id'],
  banned_range: ['chat_id', 'first_ip', 'last_ip'],
  counter: ['kind'],
  idempotency_key: ['account_id', 'key'],
}

export type TableName = keyof Tables
// Object.keys loses the type of an object with exactly these keys.
export const tableNames = Object.keys(keys) as TableName[]

const rowsAtOnce = 1000

/** A query for tables and columns whose names are known only at run time; Kysely quotes them. */
export const byName = (query: Kysely<Tables>) => query as unknown as Kysely<AnyTables>

/**
 * A table as lines of JSON: its name and columns (sorted; none where it is empty), then the values of each row, in the order of its key.
 * Reads page by page; call it within a snapshot or transaction, so that the pages are consistent.
 */
export async function* linesOf(query: Kysely<Tables>, table: TableName): AsyncGenerator<string> {
  let columns: string[] | undefined
  let last: Record<string, Cell> | undefined
  do {
    const rows: Record<string, Cell>[] = await pageAfter(query, table, last)
    if (!columns) {
      columns = Object.keys(rows[0] ?? {}).toSorted()
      yield JSON.stringify({ table, columns })
    }
    for (const row of rows) yield JSON.stringify(columns.map((column) => row[column]))
    last = rows.at(-1)
  } while (last)
}

function pageAfter(query: Kysely<Tables>, table: TableName, last: Record<string, Cell> | undefined): Promise<Record<string, Cell>[]> {
  const key: string[] = keys[table]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let page = byName(query).selectFrom(table).selectAll().orderBy(columns).limit(rowsAtOnce)
  if (last) page = page.where(sql<boolean>`(${columns}) > (${sql.join(key.map((column) => last[column]))})`)
  return page.execute()
}

/** How many rows a table has, and the SHA-256 of its lines. */
export interface TableChecksum {
  table: string
  rows: number
  sha256: string
}

/** A running checksum of the lines of a table; the first line names the table. */
export function startChecksum(table: string) {
  const hash = createHash('sha256')
  let lines = 0
  return {
    add: (line: string) => {
      hash.update(line).update('\n')
      lines++
    },
    end: (): TableChecksum => ({ table, rows: lines - 1, sha256: hash.digest('hex') }),
  }
}

export async function checksumOf(query: Kysely<Tables>, table: TableName): Promise<TableChecksum> {
  const sum = startChecksum(table)
  for await (const line of linesOf(query, table)) sum.add(line)
  return sum.end()
}
