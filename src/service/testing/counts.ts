import type { Kysely } from 'kysely'

/** The table that database.test.ts and its processes use. */
export interface Counts {
  count: { name: string; value: number }
}

export const counts = {
  '0001': {
    up: async (db: Kysely<Counts>) => {
      await db.schema
        .createTable('count')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('value', 'bigint', (c) => c.notNull())
        .execute()
      await db.insertInto('count').values({ name: 'a', value: 0 }).execute()
    },
  },
}
