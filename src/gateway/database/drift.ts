import type { Kysely, Migration } from 'kysely'
import type { DriftResource, DriftSeverity, DriftState } from '#contract/gateway/drift.ts'

/**
 * What drift watch knows. `workspace` is the account's identity (session/require-session.ts); `chat_id` is 0 for what belongs to no chat. Times are
 * milliseconds, and lines those of the audit log. What is JSON has the form that look.ts writes.
 */
export interface DriftTables {
  drift_known: KnownTable
  drift_version: VersionTable
  drift_finding: FindingTable
  drift_ignored: IgnoredTable
  drift_check: CheckTable
}

/** What was read last. */
interface KnownTable {
  workspace: string
  resource: DriftResource
  chat_id: number
  chat_name: string
  /** JSON of the values by field. */
  value: string
  /** When it was first looked at, and last. */
  since: number
  checked: number
  /** The last line of the audit log before and after the last look. */
  line_before: number
  line_after: number
}

/** The settings of a chat as they were seen: at first, and whenever they had changed. */
interface VersionTable {
  workspace: string
  chat_id: number
  at: number
  kind: 'first' | 'own' | 'outside'
  /** When they were looked at before; null for the first. */
  looked_before: number | null
  /** JSON of the settings. */
  value: string
  /** JSON of the changes from outside. */
  changes: string
}

/** A change from outside. */
interface FindingTable {
  id: string
  workspace: string
  resource: DriftResource
  chat_id: number
  chat_name: string
  /** A setting, a field of the poll or profile, or `ranges`. */
  field: string
  /** 0 where it is no poll. */
  poll_id: number
  /** A poll's question. */
  subject: string
  severity: DriftSeverity
  /** JSON. `before`: what was there before the first change from outside that nobody has decided on. */
  before: string
  after: string
  /** It was made between these. */
  since: number
  at: number
  /** How often it was changed since `before`. */
  times: number
  state: DriftState
  decided_at: number | null
  decided_by: string
}

/** A setting whose changes from outside are not reported. */
interface IgnoredTable {
  id: string
  workspace: string
  resource: DriftResource
  field: string
  /** 0 = in all chats. */
  chat_id: number
  chat_name: string
  at: number
  by: string
}

/** The last check of a workspace. */
interface CheckTable {
  workspace: string
  began: number
  ended: number
  chats: number
  /** JSON: the chats that were not checked as a whole. */
  unchecked: string
  requests: number
  /** Why it ended early; ''. */
  note: string
}

export const drift: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('drift_known')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('resource', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('chat_name', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('checked', 'bigint', (c) => c.notNull())
      .addColumn('line_before', 'bigint', (c) => c.notNull())
      .addColumn('line_after', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('drift_known_key', ['workspace', 'resource', 'chat_id'])
      .execute()
    await db.schema
      .createTable('drift_version')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('looked_before', 'bigint')
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('changes', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('drift_version_key', ['workspace', 'chat_id', 'at'])
      .execute()
    await db.schema.createIndex('drift_version_at').on('drift_version').column('at').execute()
    await db.schema
      .createTable('drift_finding')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('resource', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('chat_name', 'text', (c) => c.notNull())
      .addColumn('field', 'text', (c) => c.notNull())
      .addColumn('poll_id', 'bigint', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('severity', 'text', (c) => c.notNull())
      .addColumn('before', 'text', (c) => c.notNull())
      .addColumn('after', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('times', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('decided_at', 'bigint')
      .addColumn('decided_by', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('drift_finding_state').on('drift_finding').columns(['workspace', 'state', 'at']).execute()
    await db.schema
      .createTable('drift_ignored')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('resource', 'text', (c) => c.notNull())
      .addColumn('field', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('chat_name', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('by', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('drift_ignored_field')
      .on('drift_ignored')
      .columns(['workspace', 'resource', 'field', 'chat_id'])
      .unique()
      .execute()
    await db.schema
      .createTable('drift_check')
      .addColumn('workspace', 'text', (c) => c.primaryKey())
      .addColumn('began', 'bigint', (c) => c.notNull())
      .addColumn('ended', 'bigint', (c) => c.notNull())
      .addColumn('chats', 'integer', (c) => c.notNull())
      .addColumn('unchecked', 'text', (c) => c.notNull())
      .addColumn('requests', 'integer', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .execute()
  },
}
