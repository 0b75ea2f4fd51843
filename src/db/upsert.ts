import type { Insertable, Kysely, Transaction } from 'kysely'

/** Writes a row, over the one with the same key. */
export const upsert = <DB, Table extends keyof DB & string, Key extends Partial<Insertable<DB[Table]>>>(
  query: Kysely<DB> | Transaction<DB>,
  table: Table,
  key: Key,
  values: Omit<Insertable<DB[Table]>, keyof Key>,
) =>
  query
    .insertInto(table)
    // The types of the parameters say that it is a whole row, and that the columns are there.
    .values({ ...key, ...values } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doUpdateSet(values as never))
    .execute()
