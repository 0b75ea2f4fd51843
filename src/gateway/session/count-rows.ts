import type { SelectQueryBuilder } from 'kysely'
import { maxCounted } from '#contract/values.ts'
import type { Query, SessionTables } from './tables.ts'

/** How many rows a query finds; `maxCounted` + 1: more than that, because counting them all would take too long. */
export async function countRows<From extends keyof SessionTables, Row>(
  query: Query,
  rows: SelectQueryBuilder<SessionTables, From, Row>,
): Promise<number> {
  const { number } = await query
    .selectFrom(rows.limit(maxCounted + 1).as('found'))
    .select((is) => is.fn.countAll<number | string>().as('number'))
    .executeTakeFirstOrThrow()
  // PostgreSQL returns counts as text.
  return Number(number)
}
