import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AnyQuery, Cell } from '#db/part.ts'

/** Tables row by row, the same from every engine: for writing a backup and for verifying a restored copy. */

const rowsAtOnce = 1000

/**
 * A table as lines of JSON: its name and columns (sorted; none where it is empty), then the values of each row, in the order of its key.
 * Reads page by page; call it within a snapshot or transaction, so that the pages are consistent.
 * @param key the columns of its primary key
 */
export async function* linesOf(query: AnyQuery, table: string, key: readonly string[]): AsyncGenerator<string> {
  let columns: string[] | undefined
  let last: Record<string, Cell> | undefined
  do {
    const rows: Record<string, Cell>[] = await pageAfter(query, table, key, last)
    if (!columns) {
      columns = Object.keys(rows[0] ?? {}).toSorted()
      yield JSON.stringify({ table, columns })
    }
    for (const row of rows) yield JSON.stringify(columns.map((column) => row[column]))
    last = rows.at(-1)
  } while (last)
}

function pageAfter(
  query: AnyQuery,
  table: string,
  key: readonly string[],
  last: Record<string, Cell> | undefined,
): Promise<Record<string, Cell>[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let page = query.selectFrom(table).selectAll().orderBy(columns).limit(rowsAtOnce)
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

export async function checksumOf(query: AnyQuery, table: string, key: readonly string[]): Promise<TableChecksum> {
  const sum = startChecksum(table)
  for await (const line of linesOf(query, table, key)) sum.add(line)
  return sum.end()
}
