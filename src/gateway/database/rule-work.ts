import { sql, type Kysely, type Migration } from 'kysely'

/** What the worker stores about rules between two reads. */
export interface RuleWorkTables {
  rule_watch: WatchTable
  rule_cursor: CursorTable
  rule_author: AuthorTable
  rule_act: FollowUpTable
}

interface WatchTable {
  workspace: string
  /** Counts the writes of the worker. A process that finds a different number knows that another one has taken over, and reads everything again. */
  revision: number
  /** When a chat was last read, in milliseconds, written every few seconds; null: never. */
  last: number | null
  /** Chats that are read. */
  chats: number
  /** JSON: by rule, which start of it this is about, and in how many chats it waits for the newest message (start-points.ts). */
  starting: string
  /** JSON: the chats that cannot be read (round.ts). */
  unread: string
}

/** How far a chat was read. */
interface CursorTable {
  workspace: string
  chat_id: number
  /** Unix seconds of the newest message that was read. */
  time: number
  /** JSON: the ids of the messages of that second and of those shortly before it (read-messages.ts). */
  ids: string
  /** JSON: by rule, the point from which it counts (start-points.ts). */
  starts: string
  /** When it was stored, in milliseconds of the database's clock. */
  stored_at: number
}

/** The authors of a chat, if a rule has a condition about first messages. */
interface AuthorTable {
  workspace: string
  chat_id: number
  /** SHA-256 of the author's key, so that no names are kept. */
  author: string
}

/** When a rule last ran a follow-up action in a chat (follow-ups.ts). */
interface FollowUpTable {
  workspace: string
  rule_id: string
  chat_id: number
  kind: 'announce' | 'preset'
  /** Milliseconds. */
  at: number
}

export const ruleWork: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rule_watch')
      .addColumn('workspace', 'text', (c) => c.primaryKey())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('last', 'bigint')
      .addColumn('chats', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('rule_cursor')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('time', 'double precision', (c) => c.notNull())
      .addColumn('ids', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('rule_cursor_key', ['workspace', 'chat_id'])
      .execute()
    await db.schema
      .createTable('rule_author')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('author', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('rule_author_key', ['workspace', 'chat_id', 'author'])
      .execute()
    await db.schema
      .createTable('rule_act')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('rule_id', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('rule_act_key', ['workspace', 'rule_id', 'chat_id', 'kind'])
      .execute()
    await db.schema.createIndex('rule_hit_queue').on('rule_hit').columns(['workspace', 'state', 'seen_at']).execute()
    await db.schema.createIndex('rule_hit_at').on('rule_hit').columns(['workspace', 'at']).execute()
    // Decisions are few among all hits.
    await db.schema
      .createIndex('rule_hit_decided')
      .on('rule_hit')
      .columns(['workspace', 'rule_id', 'state'])
      .where(sql.ref('by'), '!=', sql.lit(''))
      .execute()
  },
}

/** Chats that were watched before are read anew: a rule that ran counts from the newest message that it finds then. */
export const ruleStart: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('rule_cursor')
      .addColumn('starts', 'text', (c) => c.notNull().defaultTo('{}'))
      .execute()
    await db.schema
      .alterTable('rule_cursor')
      .addColumn('stored_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('rule_watch')
      .addColumn('starting', 'text', (c) => c.notNull().defaultTo('{}'))
      .execute()
  },
}

export const ruleUnread: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('rule_watch')
      .addColumn('unread', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  },
}
