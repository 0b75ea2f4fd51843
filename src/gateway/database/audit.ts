import { sql, type Kysely, type Migration } from 'kysely'

/** The audit log. Lines are only ever added; the retention that the operator sets deletes the oldest (retention.ts). */
export interface AuditTables {
  audit_line: AuditLineTable
  audit_head: AuditHeadTable
}

/** `text` and `hash` are the log. The other columns repeat parts of the text, so that it can be searched; a check compares them. */
export interface AuditLineTable {
  /** The account's identity (session/require-session.ts). */
  workspace: string
  /** Counts from 1 within the workspace. */
  line: number
  /** Milliseconds. */
  at: number
  /** `entry`: written before a change is sent. `outcome`: what came of it. `cut`: older lines were deleted. */
  kind: LineKind
  /** The line of the entry that an outcome belongs to; the own number of other lines. */
  entry: number
  /** JSON (line.ts). */
  text: string
  /** SHA-256 of the hash of the line before and of the text, hexadecimal. */
  hash: string
  /** Of entries: `person:<id>`, `program:<token id>`, `token` or `roomkeeper`. */
  who: string
  /** Also of the outcome of a creation: the chat that was created. */
  chat_id: number | null
  action: string
  action_kind: string
  /** The names of the changed fields, each between spaces. */
  fields: string
  /** What a search looks through, in lower case. */
  search: string
  /** Messages that a deletion names; 1 for everything else. */
  count: number
  /** The entry that this one undoes. */
  undo_of: number | null
  /** Recognises an entry whose request is sent again with its Idempotency-Key. */
  request_key: string | null
  /** Of outcomes. */
  outcome: string
}

export type LineKind = 'entry' | 'outcome' | 'cut'

/** One row per workspace. Whoever adds lines updates it first, which serves as the lock. */
export interface AuditHeadTable {
  workspace: string
  /** The last line and its hash. */
  line: number
  hash: string
  /** The number of entries. */
  entries: number
  /** All entries up to this line have an outcome. */
  settled: number
  /** The chain was checked up to this line (chain.ts). */
  checked_line: number
  checked_hash: string
  /** Milliseconds. */
  checked_at: number | null
  /** The first line that does not match. */
  broken_at: number | null
}

export const auditTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audit_line')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('line', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('entry', 'bigint', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('who', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint')
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('action_kind', 'text', (c) => c.notNull())
      .addColumn('fields', 'text', (c) => c.notNull())
      .addColumn('search', 'text', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('undo_of', 'bigint')
      .addColumn('request_key', 'text')
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('audit_line_key', ['workspace', 'line'])
      .execute()
    await sql`create index audit_at on audit_line (workspace, at)`.execute(db)
    await sql`create index audit_outcome on audit_line (workspace, entry) where kind = 'outcome'`.execute(db)
    await sql`create index audit_who on audit_line (workspace, who, line) where kind = 'entry'`.execute(db)
    await sql`create index audit_chat on audit_line (workspace, chat_id, kind, line) where chat_id is not null`.execute(db)
    await sql`create index audit_cut on audit_line (workspace, line) where kind = 'cut'`.execute(db)
    await sql`create index audit_undo on audit_line (workspace, undo_of) where undo_of is not null`.execute(db)
    await sql`create index audit_request on audit_line (workspace, request_key) where request_key is not null`.execute(db)
    await db.schema
      .createTable('audit_head')
      .addColumn('workspace', 'text', (c) => c.primaryKey())
      .addColumn('line', 'bigint', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('entries', 'bigint', (c) => c.notNull())
      .addColumn('settled', 'bigint', (c) => c.notNull())
      .addColumn('checked_line', 'bigint', (c) => c.notNull())
      .addColumn('checked_hash', 'text', (c) => c.notNull())
      .addColumn('checked_at', 'bigint')
      .addColumn('broken_at', 'bigint')
      .execute()
  },
}
