import type { ExpressionBuilder, ExpressionWrapper, FilterObject, SqlBool } from 'kysely'

/** For `where`: each of these columns has this value; null: it has none. Does not compile where the tables have no such column, or it no such value. */
export const equal =
  <const Columns extends Readonly<Record<string, unknown>>>(columns: Columns) =>
  <DB, TB extends keyof DB>(is: ExpressionBuilder<DB, TB>) =>
    // What the type of the result says is what was checked.
    is.and(columns as unknown as FilterObject<DB, TB>) as Matching<Columns, DB, TB>

type Matching<Columns, DB, TB extends keyof DB> = [keyof Columns, Columns] extends [keyof FilterObject<DB, TB>, FilterObject<DB, TB>]
  ? ExpressionWrapper<DB, TB, SqlBool>
  : 'no such column or value'
