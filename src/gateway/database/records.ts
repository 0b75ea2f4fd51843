import { sql, type Kysely, type Migration } from 'kysely'
import type { RecordKind } from '#contract/gateway/record-kinds.ts'

/** The records of an account (contract/gateway/record-kinds.ts). `workspace` is the account's identity. Times are Unix seconds. */
export interface RecordTables {
  record: RecordTable
  record_total: RecordTotalTable
  record_share: RecordShareTable
}

interface RecordTable {
  workspace: string
  kind: RecordKind
  /** 0 = of the account. */
  chat_id: number
  key: string
  /** The number of the change in the account that wrote it. */
  version: number
  /** JSON. */
  value: string
  changed_at: number
  /** The id of the person; null = whoever signed in with the account's token. */
  changed_by: string | null
}

/** One row per account. Every transaction that changes records updates it first, so that it serves as their lock. */
interface RecordTotalTable {
  workspace: string
  /** The number of the last change. */
  version: number
}

/** What each writer stores of each kind: who wrote a record last has its share. */
interface RecordShareTable {
  workspace: string
  kind: RecordKind
  /** `changed_by` of the records; '' = whoever signed in with the account's token. */
  writer: string
  records: number
  /** Of the values in UTF-8. */
  bytes: number
}

export const record: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('record')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addColumn('changed_by', 'text')
      .addPrimaryKeyConstraint('record_key', ['workspace', 'kind', 'chat_id', 'key'])
      .execute()
    await db.schema
      .createTable('record_total')
      .addColumn('workspace', 'text', (c) => c.primaryKey())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('records', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('record_move')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('batch_id', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('conflicts', 'text', (c) => c.notNull())
      .addColumn('moved_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('record_move_key', ['workspace', 'batch_id'])
      .execute()
  },
}

/** Counts by writer and kind what was counted for the account. */
export const recordShare: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('record_share')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('writer', 'text', (c) => c.notNull())
      .addColumn('records', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('record_share_key', ['workspace', 'kind', 'writer'])
      .execute()
    await sql`insert into record_share (workspace, kind, writer, records, bytes)
      select workspace, kind, coalesce(changed_by, ''), count(*), sum(octet_length(value)) from record group by 1, 2, 3`.execute(db)
    for (const column of ['records', 'bytes']) await db.schema.alterTable('record_total').dropColumn(column).execute()
  },
}

/** What releases before records were shared kept in a browser is no longer moved to the account. */
export const noRecordMoves: Migration = {
  up: (db: Kysely<unknown>) => db.schema.dropTable('record_move').execute(),
}
