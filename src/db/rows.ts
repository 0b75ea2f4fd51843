import type {
  ExpressionBuilder,
  ExpressionWrapper,
  FilterObject,
  InsertObject,
  Insertable,
  Kysely,
  RawBuilder,
  SelectQueryBuilder,
  Selectable,
  SqlBool,
  Transaction,
  UpdateObject,
} from 'kysely'

/** Statements about rows of one table. The types of the parameters say that the table has these columns, and that they take these values. */

type Query<DB> = Kysely<DB> | Transaction<DB>
type AnyQuery = Kysely<Record<string, object>>
type Rows<DB, Table extends keyof DB> = Insertable<DB[Table]> | readonly Insertable<DB[Table]>[]

/**
 * For `where`: each of these columns has this value, or one of these values; null: it has none. Does not compile where the tables have no such column, or
 * it no such value.
 */
export const equal =
  <const Columns extends Readonly<Record<string, unknown>>>(columns: Columns) =>
  <DB, TB extends keyof DB>(is: ExpressionBuilder<DB, TB>) =>
    // What the type of the result says is what was checked.
    conditions(columns)(is) as unknown as Matching<Columns, DB, TB>

type Matching<Columns, DB, TB extends keyof DB> = [keyof Columns, Columns] extends [keyof FilterObject<DB, TB>, FilterObject<DB, TB>]
  ? ExpressionWrapper<DB, TB, SqlBool>
  : 'no such column or value'

const conditions = (columns: object) => (is: ExpressionBuilder<Record<string, Record<string, unknown>>, string>) =>
  is.and(
    Object.entries(columns).map(([column, value]) => {
      if (!Array.isArray(value)) return is(column, value === null ? 'is' : '=', value)
      // PostgreSQL has no empty list.
      return value.length === 0 ? is.lit(false) : is(column, 'in', value)
    }),
  )

/** Columns of one table, as for `equal`. No subqueries, whose rows would have to be one. */
type Where<DB, Table extends keyof DB> = { readonly [Column in keyof Selectable<DB[Table]>]?: OneOrMore<Selectable<DB[Table]>[Column]> }
type OneOrMore<Value> = Value | readonly Value[] | RawBuilder<Value>

/** The rows that are as `equal` says, to be selected from. */
export const rowsWith = <DB, Table extends keyof DB & string>(query: Query<DB>, table: Table, where: Where<DB, Table>) =>
  (query as unknown as AnyQuery).selectFrom<string>(table).where(conditions(where) as never) as unknown as SelectQueryBuilder<
    DB,
    Table,
    object
  >

/** Adds rows. */
export const insert = <DB, Table extends keyof DB & string>(query: Query<DB>, table: Table, rows: Rows<DB, Table>) =>
  query.insertInto(table).values(rows).execute()

/** Adds rows, but for those that are there by their key. Resolves to whether any was added. */
export async function insertNew<DB, Table extends keyof DB & string>(
  query: Query<DB>,
  table: Table,
  rows: Rows<DB, Table>,
): Promise<boolean> {
  const adding = query.insertInto(table).values(rows)
  const { numInsertedOrUpdatedRows } = await adding.onConflict((conflict) => conflict.doNothing()).executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

/**
 * Writes a row, over the one with the same key.
 * @param first what only a row that was not there is given
 */
export const upsert = <
  DB,
  Table extends keyof DB & string,
  Key extends Partial<Insertable<DB[Table]>>,
  First extends Partial<Insertable<DB[Table]>> = object,
>(
  query: Query<DB>,
  table: Table,
  key: Key,
  values: Omit<InsertObject<DB, Table>, keyof Key | keyof First>,
  first?: First,
) =>
  query
    .insertInto(table)
    .values({ ...key, ...first, ...values } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doUpdateSet(values as never))
    .execute()

/** Changes the rows that are as `equal` says. Resolves to whether there were any. */
export async function update<DB, Table extends keyof DB & string>(
  query: Query<DB>,
  table: Table,
  where: Where<DB, Table>,
  values: UpdateObject<DB, Table> | ((is: ExpressionBuilder<DB, Table>) => UpdateObject<DB, Table>),
): Promise<boolean> {
  const changing = (query as unknown as AnyQuery).updateTable<string>(table).set(values as never)
  const { numUpdatedRows } = await changing.where(conditions(where) as never).executeTakeFirstOrThrow()
  return numUpdatedRows !== 0n
}

/** Deletes the rows that are as `equal` says. Resolves to whether there were any. */
export async function remove<DB, Table extends keyof DB & string>(
  query: Query<DB>,
  table: Table,
  where: Where<DB, Table>,
): Promise<boolean> {
  const deleting = (query as unknown as AnyQuery).deleteFrom<string>(table)
  const { numDeletedRows } = await deleting.where(conditions(where) as never).executeTakeFirstOrThrow()
  return numDeletedRows !== 0n
}
