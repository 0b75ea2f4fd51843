import { sql } from 'kysely'
import type { LastAction, PlannedKind } from '#contract/gateway/standing-access.ts'
import { bigint, integer, orNull, table, text, textOf } from '#db/tables.ts'

/** The worker (docs/operations.md, Background access). Times are milliseconds; `workspace` is the account's identity. */
export const workerTables = {
  /** One row per account whose standing access was ever on. */
  standing_access: table(['workspace'], {
    workspace: text,
    account_id: bigint,
    /** When it was turned on; null = it is off. */
    since: orNull(bigint),
    turned_on_by: text,
    /** The account token, sealed for this purpose and workspace (session/seal.ts); '' = off. */
    sealed_token: text,
    /** 1: the service refused the token. Nothing runs until it is replaced. */
    token_rejected: integer,
    /** Requests a minute at most. */
    budget: integer,
    /** The service asked to wait until then. */
    paused_until: bigint,
  }),
  /** A planned action. It stays until it is done, skipped or cancelled. */
  planned_action: table(['id'], {
    /** New each time the action is planned, so that an action that is planned again while it runs is not removed when it finishes. */
    id: text,
    workspace: text,
    kind: textOf<PlannedKind>(),
    key: text,
    due: bigint,
    title: text,
    note: text,
    /** JSON. */
    chat_ids: text,
    data: text,
    /** The number of the lease under which it was started; 0 = it is not running. */
    started: bigint,
    /** How often it has failed. */
    attempts: integer,
    /** It is not retried before this time. */
    not_before: bigint,
    /** 1: a person asked for it to run, even though it is late. */
    approved: integer,
  }),
  past_action: table(['id'], {
    id: text,
    workspace: text,
    kind: textOf<PlannedKind>(),
    title: text,
    note: text,
    /** JSON. */
    chat_ids: text,
    at: bigint,
    outcome: textOf<LastAction['outcome']>(),
    /** "1 change found", or '' if there is nothing to add to the outcome. */
    result: text,
  }),
  /** Requests of the worker per minute. */
  worker_request: table(['workspace', 'minute', 'kind'], {
    workspace: text,
    /** The start of the minute. */
    minute: bigint,
    kind: textOf<PlannedKind>(),
    count: integer,
  }),
  /** A single row: the process that runs the worker (lease.ts). */
  worker_lease: table(['id'], {
    id: integer,
    /** The fencing number: incremented each time a process takes the lease. */
    number: bigint,
    /** Incremented with each renewal. */
    beat: bigint,
    /** Identifies the process; '' = the lease is free. */
    holder: text,
    /** The display name of the gateway. */
    name: text,
    since: bigint,
    renewed: bigint,
  }),
  /** The gateways that share this database. */
  worker_gateway: table(['holder'], {
    /** Identifies the process. */
    holder: text,
    name: text,
    seen: bigint,
  }),
}

export const workerIndexes = {
  past_action_at: sql`past_action (workspace, at)`,
  planned_action_due: sql`planned_action (due)`,
  planned_action_next: sql`planned_action (workspace, due)`,
}
