import type { Kysely, Migration } from 'kysely'
import type { LastAction, PlannedKind } from '#contract/gateway/standing-access.ts'

/** The worker (docs/operations.md, What runs on its own). Times are milliseconds; `workspace` is the account's identity. */
export interface WorkerTables {
  standing_access: StandingAccessTable
  planned_action: PlannedActionTable
  past_action: PastActionTable
  worker_request: WorkerRequestTable
  worker_lease: WorkerLeaseTable
  worker_gateway: WorkerGatewayTable
}

/** One row per account whose standing access was ever on. */
interface StandingAccessTable {
  workspace: string
  account_id: number
  /** When it was turned on; null = it is off. */
  since: number | null
  turned_on_by: string
  /** The account token, sealed for this purpose and workspace (session/seal.ts); '' = off. */
  sealed_token: string
  /** 1: the service refused the token. Nothing runs until it is replaced. */
  token_rejected: number
  /** Requests a minute at most. */
  budget: number
  /** The service asked to wait until then. */
  paused_until: number
}

/** A planned action. It stays until it is done, skipped or cancelled. */
interface PlannedActionTable {
  /** New each time the action is planned, so that an action that is planned again while it runs is not removed when it finishes. */
  id: string
  workspace: string
  kind: PlannedKind
  key: string
  due: number
  title: string
  note: string
  /** JSON. */
  chat_ids: string
  data: string
  /** The number of the lease under which it was started; 0 = it is not running. */
  started: number
  /** How often it has failed. */
  attempts: number
  /** It is not retried before this time. */
  not_before: number
  /** 1: a person asked for it to run, even though it is late. */
  approved: number
}

interface PastActionTable {
  id: string
  workspace: string
  kind: PlannedKind
  title: string
  note: string
  /** JSON. */
  chat_ids: string
  at: number
  outcome: LastAction['outcome']
  /** "1 change found", or '' if there is nothing to add to the outcome. */
  result: string
}

/** Requests of the worker per minute. */
interface WorkerRequestTable {
  workspace: string
  /** The start of the minute. */
  minute: number
  kind: PlannedKind
  count: number
}

/** A single row: the process that runs the worker (lease.ts). */
interface WorkerLeaseTable {
  id: number
  /** The fencing number: incremented each time a process takes the lease. */
  number: number
  /** Incremented with each renewal. */
  beat: number
  /** Identifies the process; '' = the lease is free. */
  holder: string
  /** The display name of the gateway. */
  name: string
  since: number
  renewed: number
}

/** The gateways that share this database. */
interface WorkerGatewayTable {
  /** Identifies the process. */
  holder: string
  name: string
  seen: number
}

export const pastActionResult: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('past_action')
      .addColumn('result', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}

export const worker: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('standing_access')
      .addColumn('workspace', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull())
      .addColumn('since', 'bigint')
      .addColumn('turned_on_by', 'text', (c) => c.notNull())
      .addColumn('sealed_token', 'text', (c) => c.notNull())
      .addColumn('token_rejected', 'integer', (c) => c.notNull())
      .addColumn('budget', 'integer', (c) => c.notNull())
      .addColumn('paused_until', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('planned_action')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('due', 'bigint', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('chat_ids', 'text', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('started', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .addColumn('approved', 'integer', (c) => c.notNull())
      .addUniqueConstraint('planned_action_key', ['workspace', 'kind', 'key'])
      .execute()
    await db.schema.createIndex('planned_action_due').on('planned_action').column('due').execute()
    await db.schema
      .createTable('past_action')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('chat_ids', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('past_action_at').on('past_action').columns(['workspace', 'at']).execute()
    await db.schema
      .createTable('worker_request')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('minute', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('worker_request_key', ['workspace', 'minute', 'kind'])
      .execute()
    await db.schema
      .createTable('worker_lease')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('number', 'bigint', (c) => c.notNull())
      .addColumn('beat', 'bigint', (c) => c.notNull())
      .addColumn('holder', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('renewed', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('worker_gateway')
      .addColumn('holder', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('seen', 'bigint', (c) => c.notNull())
      .execute()
  },
}
