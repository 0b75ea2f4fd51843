import type { Kysely, Migration } from 'kysely'

/** The deletions of messages that count against the limits of people (contract/gateway/limits.ts). */
export interface LimitTables {
  deletion: DeletionTable
  deletion_total: DeletionTotalTable
}

/** One row per request. */
interface DeletionTable {
  id: string
  person_id: string
  /** Messages that it may have deleted. */
  messages: number
  /** Unix seconds. */
  at: number
}

/** One row per person. Every transaction that counts a deletion updates it first, so that it serves as their lock. */
interface DeletionTotalTable {
  person_id: string
  /** Requests so far. */
  requests: number
}

export const deletion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('deletion')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('person_id', 'text', (c) => c.notNull())
      .addColumn('messages', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('deletion_person').on('deletion').columns(['person_id', 'at']).execute()
    await db.schema
      .createTable('deletion_total')
      .addColumn('person_id', 'text', (c) => c.primaryKey())
      .addColumn('requests', 'bigint', (c) => c.notNull())
      .execute()
  },
}
