import type { Kysely, Migration } from 'kysely'
import type { JobKind, JobPhase, JobWish, PauseReason } from '#contract/gateway/jobs.ts'
import type { SignInMethod } from './session.ts'

/** Jobs (contract/gateway/jobs.ts). Times are milliseconds. */
export interface JobTables {
  job: JobTable
  job_chat: JobChatTable
  job_decision: JobDecisionTable
}

export interface JobTable {
  workspace: string
  id: string
  kind: JobKind
  title: string
  done_title: string
  /** JSON: the ids of its chats, and of those in which it also needs the right to change settings. */
  chats: string
  own_chats: string
  place: string
  /** In whose name it is carried out; null: whoever is signed in with the account's token. */
  person_id: string | null
  by: string
  account_id: number
  account_name: string
  account_email: string
  /** Of the session that started it, for the audit log. `standing`: the worker did, and carries it out. */
  method: SignInMethod | 'api' | 'standing'
  address: string
  agent: string
  phase: JobPhase
  wish: JobWish
  paused_because: PauseReason | ''
  not_before: number
  hold_ms: number
  total: number
  done: number
  is_checking: number
  /** JSON; '': nothing is wrong. */
  trouble: string
  at: number
  ended_at: number | null
  /** JSON; '' once it has ended, unless it changes settings. */
  input: string
  /** JSON of how far it is; '' before the start and after the end. */
  state: string
  /** JSON; '' until it has ended. */
  counts: string
  is_rolled_back: number
  /** JSON of what was not done, which may be long; '' where there is nothing. */
  remaining: string
  /** Its receipt is not shown any more; 0 as long as it has not ended. */
  dismissed: number
  /** How many results of chats were stored, and how often somebody sent a part of it again (chat-outcomes.ts). */
  outcomes: number
  decisions: number
  /** The gateway that carries it out, and until when another one leaves it alone, by the time of the database. */
  runner: string
  runner_until: number
}

/** What became of the settings of a chat (chat-outcomes.ts). */
interface JobChatTable {
  workspace: string
  job_id: string
  chat_id: number
  /** `outcomes` of the job when it was stored. */
  seq: number
  /** The run of the job that came to it last; '' while none has come to an end. */
  run: string
  /** JSON of a write that may have been made; '' where its outcome is known. */
  attempt: string
  /** JSON. */
  outcome: string
}

/** A part of a job that somebody sent again, as long as it is not done. */
interface JobDecisionTable {
  workspace: string
  job_id: string
  /** `decisions` of the job when it was stored. */
  n: number
  /** JSON. */
  changes: string
}

export const jobChats: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('job_chat')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('job_id', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('run', 'text', (c) => c.notNull())
      .addColumn('attempt', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('job_chat_key', ['workspace', 'job_id', 'chat_id'])
      .execute()
    await db.schema
      .createTable('job_decision')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('job_id', 'text', (c) => c.notNull())
      .addColumn('n', 'integer', (c) => c.notNull())
      .addColumn('changes', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('job_decision_key', ['workspace', 'job_id', 'n'])
      .execute()
    for (const name of ['outcomes', 'decisions'])
      await db.schema
        .alterTable('job')
        .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    await db.schema.createIndex('job_chat_seq').on('job_chat').columns(['workspace', 'job_id', 'seq']).execute()
  },
}

export const jobTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('job')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('done_title', 'text', (c) => c.notNull())
      .addColumn('chats', 'text', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('person_id', 'text')
      .addColumn('by', 'text', (c) => c.notNull())
      .addColumn('account_id', 'bigint', (c) => c.notNull())
      .addColumn('account_name', 'text', (c) => c.notNull())
      .addColumn('account_email', 'text', (c) => c.notNull())
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('agent', 'text', (c) => c.notNull())
      .addColumn('phase', 'text', (c) => c.notNull())
      .addColumn('wish', 'text', (c) => c.notNull())
      .addColumn('paused_because', 'text', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .addColumn('hold_ms', 'bigint', (c) => c.notNull())
      .addColumn('total', 'integer', (c) => c.notNull())
      .addColumn('done', 'integer', (c) => c.notNull())
      .addColumn('is_checking', 'integer', (c) => c.notNull())
      .addColumn('trouble', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('input', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('counts', 'text', (c) => c.notNull())
      .addColumn('is_rolled_back', 'integer', (c) => c.notNull())
      .addColumn('remaining', 'text', (c) => c.notNull())
      .addColumn('dismissed', 'integer', (c) => c.notNull())
      .addColumn('runner', 'text', (c) => c.notNull())
      .addColumn('runner_until', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('job_key', ['workspace', 'id'])
      .execute()
    await db.schema.createIndex('job_due').on('job').columns(['phase', 'not_before']).execute()
    await db.schema.createIndex('job_open').on('job').columns(['workspace', 'phase']).execute()
    await db.schema.createIndex('job_own').on('job').columns(['workspace', 'person_id', 'phase', 'dismissed', 'at']).execute()
  },
}

export const jobOwnChats: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('job')
      .addColumn('own_chats', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  },
}
