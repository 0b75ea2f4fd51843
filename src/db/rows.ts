import type { InsertObject, Insertable, Kysely, Selectable, Transaction, UpdateObject } from 'kysely'

/** Writes of whole rows. The types of the parameters say that the table has these columns, and that they take these values. */

type Query<DB> = Kysely<DB> | Transaction<DB>
type Rows<DB, Table extends keyof DB> = Insertable<DB[Table]> | readonly Insertable<DB[Table]>[]

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

/** Writes a row, over the one with the same key. */
export const upsert = <DB, Table extends keyof DB & string, Key extends Partial<Insertable<DB[Table]>>>(
  query: Query<DB>,
  table: Table,
  key: Key,
  values: Omit<InsertObject<DB, Table>, keyof Key>,
) =>
  query
    .insertInto(table)
    .values({ ...key, ...values } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doUpdateSet(values as never))
    .execute()

/** Changes the rows that have these values; null: none. Resolves to whether there were any. */
export async function update<DB, Table extends keyof DB & string>(
  query: Query<DB>,
  table: Table,
  where: Partial<Selectable<DB[Table]>>,
  values: UpdateObject<DB, Table>,
): Promise<boolean> {
  const changing = (query as Kysely<Record<string, object>>).updateTable(table as string).set(values)
  const { numUpdatedRows } = await changing.where((is) => is.and(where as never)).executeTakeFirstOrThrow()
  return numUpdatedRows !== 0n
}
