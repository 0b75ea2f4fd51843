import { type SelectQueryBuilder, sql } from 'kysely'
import { maxCounted, maxPageCharacters } from '#contract/values.ts'
import { yieldToEventLoop } from '#http/event-loop.ts'
import type { Query, GatewayTables } from '../database/database.ts'

/** Of a page. */
interface Page<Row> {
  rows: Row[]
  /** Nothing comes after these rows. */
  isWhole: boolean
}

/** Read at once, because a row may have hundreds of kilobytes. */
const step = 20

/**
 * The first rows of a list: at most `max`, and no more once they have so many characters.
 * @param read resolves to so many rows after the given one, or from the start of the list
 * @param charactersOf what counts of a row
 */
export async function readPage<Row>(
  max: number,
  read: (count: number, last: Row | undefined) => Promise<Row[]>,
  charactersOf: (row: Row) => number,
  maxCharacters = maxPageCharacters,
): Promise<Page<Row>> {
  const rows: Row[] = []
  let characters = 0
  while (rows.length < max && characters < maxCharacters) {
    const count = Math.min(step, max - rows.length)
    const found = await read(count, rows.at(-1))
    for (const row of found) {
      rows.push(row)
      characters += charactersOf(row)
      if (characters >= maxCharacters) return { rows, isWhole: false }
    }
    if (found.length < count) return { rows, isWhole: true }
    await yieldToEventLoop()
  }
  return { rows, isWhole: false }
}

/**
 * The rows with these ids, in their order, and no more once they have so many characters. For lists whose order no column tells.
 * @param read by the ids alone: beside another column SQLite would not look them up, but pass over all rows of the account
 * @param charactersOf what counts of a row
 */
export async function readByIds<Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
  charactersOf: (row: Row) => number,
  maxCharacters = maxPageCharacters,
): Promise<Row[]> {
  let start = 0
  /** Fewer only at the end: a row may have been deleted since its id was read. */
  async function next(count: number) {
    const rows: Row[] = []
    while (rows.length < count && start < ids.length) {
      const part = ids.slice(start, start + count - rows.length)
      start += part.length
      const found = new Map((await read(part)).map((row) => [row.id, row]))
      rows.push(...part.flatMap((id) => found.get(id) ?? []))
    }
    return rows
  }
  return (await readPage(ids.length, next, charactersOf, maxCharacters)).rows
}

/** How many rows a query finds; `maxCounted` + 1: more than that, because counting them all would take too long. */
export async function countRows<From extends keyof GatewayTables, Row>(
  query: Query,
  rows: SelectQueryBuilder<GatewayTables, From, Row>,
): Promise<number> {
  const { number } = await query
    .selectFrom(rows.limit(maxCounted + 1).as('found'))
    .select((is) => is.fn.countAll<number | string>().as('number'))
    .executeTakeFirstOrThrow()
  // PostgreSQL returns counts as text.
  return Number(number)
}

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
export const byTime = <Table extends keyof GatewayTables, Row>(
  column: string,
  all: SelectQueryBuilder<GatewayTables, Table, object>,
  visible: SelectQueryBuilder<GatewayTables, Table, Row>,
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
