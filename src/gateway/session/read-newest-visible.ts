import { sql, type SelectQueryBuilder } from 'kysely'
import { maxCounted } from '#contract/values.ts'
import { yieldToEventLoop } from '#http/event-loop.ts'
import type { SessionTables } from './tables.ts'

interface Rows<Row> {
  /** The time of the row after so many others that are older than the given time, newest first. */
  timeAfter: (skipped: number, before: number) => Promise<number | undefined>
  /** The newest rows from one time to before another that the person may see. */
  read: (from: number, before: number, max: number) => Promise<Row[]>
}

/**
 * The newest rows that a person may see, in a table that is ordered by time and has those of everybody. In one statement, somebody with few rows would
 * pass over all others, and SQLite answers nobody meanwhile: one passes over `maxCounted` rows at most, unless more of them have one time.
 */
export async function readNewestVisible<Row>(max: number, { timeAfter, read }: Rows<Row>): Promise<Row[]> {
  const found: Row[] = []
  let before = Number.MAX_SAFE_INTEGER
  // Most people see most rows.
  for (let span = Math.min(2 * max, maxCounted); ; span = maxCounted) {
    const from = await timeAfter(span, before)
    found.push(...(await read(from ?? 0, before, max - found.length)))
    if (from === undefined || found.length === max) return found
    before = from
    await yieldToEventLoop()
  }
}

/**
 * The rows of a table by a column with times in milliseconds.
 * @param all in the order of an index that begins with what they are chosen by
 * @param visible those of them that the person may see
 * @param ties the columns by which rows of one time are in order, the last one first; without them they are in the order of the index
 */
export const byTime = <Table extends keyof SessionTables, Row>(
  column: string,
  all: SelectQueryBuilder<SessionTables, Table, object>,
  visible: SelectQueryBuilder<SessionTables, Table, Row>,
  ...ties: string[]
): Rows<Row> => {
  const time = sql.ref<number>(column)
  return {
    timeAfter: async (skipped, before) => {
      const older = all.select(time.as('time')).where(time, '<', before).orderBy(time, 'desc')
      return (await older.offset(skipped).limit(1).executeTakeFirst())?.time
    },
    read: (from, before, max) => {
      const within = visible.where(time, '>=', from).where(time, '<', before).orderBy(time, 'desc').limit(max)
      return ties.reduce((ordered, tie) => ordered.orderBy(sql.ref(tie), 'desc'), within).execute()
    },
  }
}
