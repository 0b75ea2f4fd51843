import type { Kysely } from 'kysely'
import type { Database } from '#db/open.ts'

/** The table that database.test.ts and its processes use. */
export interface Counts {
  count: { name: string; value: number }
}

export const counts = {
  '0001': {
    create: async (db: Kysely<Counts>) => {
      await db.schema
        .createTable('count')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('value', 'bigint', (c) => c.notNull())
        .execute()
      await db.insertInto('count').values({ name: 'a', value: 0 }).execute()
    },
  },
}

/** Increments the number by reading and writing it in one transaction. */
export const increment = (database: Database<Counts>): Promise<void> =>
  database.serializable(async (trx) => {
    const { value } = await trx.selectFrom('count').select('value').where('name', '=', 'a').executeTakeFirstOrThrow()
    await trx
      .updateTable('count')
      .set({ value: value + 1 })
      .where('name', '=', 'a')
      .execute()
  })
