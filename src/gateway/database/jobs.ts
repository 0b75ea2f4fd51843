import { sql } from 'kysely'
import type { JobKind, JobPhase, JobWish, PauseReason } from '#contract/gateway/jobs.ts'
import { bigint, integer, orNull, table, text, textOf } from '#db/tables.ts'
import type { SignInMethod } from './people.ts'

/** Jobs (contract/gateway/jobs.ts). Times are milliseconds. */
export const jobTables = {
  job: table(['workspace', 'id'], {
    workspace: text,
    id: text,
    kind: textOf<JobKind>(),
    title: text,
    done_title: text,
    /** JSON: the ids of its chats, and of those in which it also needs the right to change settings. */
    chats: text,
    own_chats: text,
    place: text,
    /** In whose name it is carried out; null: whoever is signed in with the account's token. */
    person_id: orNull(text),
    by: text,
    account_id: bigint,
    account_name: text,
    account_email: text,
    /** Of the session that started it, for the audit log. `standing`: the worker did, and carries it out. */
    method: textOf<SignInMethod | 'api' | 'standing'>(),
    address: text,
    agent: text,
    phase: textOf<JobPhase>(),
    wish: textOf<JobWish>(),
    paused_because: textOf<PauseReason | ''>(),
    not_before: bigint,
    hold_ms: bigint,
    total: integer,
    done: integer,
    is_checking: integer,
    /** JSON; '': nothing is wrong. */
    trouble: text,
    at: bigint,
    ended_at: orNull(bigint),
    /** JSON; '' once it has ended, unless it changes settings. */
    input: text,
    /** JSON of how far it is; '' before the start and after the end. */
    state: text,
    /** JSON; '' until it has ended. */
    counts: text,
    is_rolled_back: integer,
    /** JSON of what was not done, which may be long; '' where there is nothing. */
    remaining: text,
    /** Its receipt is not shown any more; 0 as long as it has not ended. */
    dismissed: integer,
    /** How many results of chats were stored, and how often somebody sent a part of it again (chat-outcomes.ts). */
    outcomes: integer,
    decisions: integer,
    /** The gateway that carries it out, and until when another one leaves it alone, by the time of the database. */
    runner: text,
    runner_until: bigint,
  }),
  /** What became of the settings of a chat (chat-outcomes.ts). */
  job_chat: table(['workspace', 'job_id', 'chat_id'], {
    workspace: text,
    job_id: text,
    chat_id: bigint,
    /** `outcomes` of the job when it was stored. */
    seq: bigint,
    /** The run of the job that came to it last; '' while none has come to an end. */
    run: text,
    /** JSON of a write that may have been made; '' where its outcome is known. */
    attempt: text,
    /** JSON. */
    outcome: text,
  }),
  /** A part of a job that somebody sent again, as long as it is not done. */
  job_decision: table(['workspace', 'job_id', 'n'], {
    workspace: text,
    job_id: text,
    /** `decisions` of the job when it was stored. */
    n: integer,
    /** JSON. */
    changes: text,
  }),
}

export const jobIndexes = {
  job_due: sql`job (phase, not_before)`,
  job_open: sql`job (workspace, phase)`,
  job_own: sql`job (workspace, person_id, phase, dismissed, at)`,
  job_chat_seq: sql`job_chat (workspace, job_id, seq)`,
}
