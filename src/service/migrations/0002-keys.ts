import type { Kysely, Migration } from 'kysely'

export const keys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('idempotency_key')
      .addColumn('account_id', 'bigint', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('request', 'text', (c) => c.notNull())
      .addColumn('time', 'bigint', (c) => c.notNull())
      .addColumn('status', 'integer')
      .addColumn('answer', 'text')
      .addColumn('decision', 'bigint')
      .addPrimaryKeyConstraint('idempotency_key_key', ['account_id', 'key'])
      .execute()
    await db.schema.createIndex('idempotency_key_by_time').on('idempotency_key').column('time').execute()
  },
}
