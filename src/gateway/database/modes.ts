import { sql } from 'kysely'
import type { DriftResource, DriftSeverity, DriftState } from '#contract/gateway/drift.ts'
import { bigint, integer, orNull, table, text, textOf } from '#db/tables.ts'

/** The note of what is planned for a preset. */
export const notedBy = (by: string): string => `Turned on by ${by}`

/** The presets of accounts that are on (contract/gateway/presets.ts). `workspace` is the account's identity. Times are milliseconds. */
export const presetTables = {
  /** A preset that was turned on, as it was then. */
  preset_on: table(['workspace', 'id'], {
    workspace: text,
    id: text,
    preset_id: text,
    name: text,
    /** JSON: what it sets. */
    set_values: text,
    at: bigint,
    /** The name of who turned it on, for everyone who sees the preset. */
    by: text,
    /** The rule that turned it on, whose name is for people who may see rules; null: no rule did. */
    rule_name: orNull(text),
    /** null: until somebody ends it. */
    until: orNull(bigint),
    /** When it was ended in the last of its chats; null: it is on. What that puts back is a job (jobs.ts). */
    ended_at: orNull(bigint),
  }),
  preset_chat: table(['workspace', 'on_id', 'chat_id'], {
    workspace: text,
    on_id: text,
    chat_id: bigint,
    /** Its place among the chats. */
    position: integer,
    /** The chat that it was duplicated from. */
    copy_of: orNull(bigint),
    /** 1: somebody ended it there, or its time is over. */
    is_ended: integer,
  }),
  /**
   * What a preset did to one setting of a chat: a layer of a stack (engine/changes/stack.ts). It is written before the change is sent, and goes once its
   * value is put back, or somebody decides to leave what is there.
   */
  preset_layer: table(['workspace', 'chat_id', 'setting', 'on_id'], {
    workspace: text,
    chat_id: bigint,
    setting: text,
    on_id: text,
    /** The order of the layers of a chat. */
    height: integer,
    /** JSON of the values: what was there, and what the preset set. */
    before: text,
    after: text,
  }),
  /** Whoever turns presets on or ends them in a chat has its lock (chat-lock.ts). The row of chat 0 is that of the account. */
  preset_lock: table(['workspace', 'chat_id'], {
    workspace: text,
    chat_id: bigint,
    /** '' = nobody. */
    holder: text,
    until: bigint,
  }),
}

/** What opening hours know of the chats that they take offline and online. `workspace` is the account's identity. */
export const hoursTables = {
  /** JSON in the form that memory.ts writes; '' = nothing. Times are milliseconds. */
  hours_memory: table(['workspace', 'chat_id'], {
    workspace: text,
    chat_id: bigint,
    /** The settings as they were after the last change: what is another one now was changed by somebody else. */
    held: text,
    /** What they were before the chat was closed, to be put back. */
    before: text,
    /** What was about to be written: the process may have ended before it knew what became of it. */
    attempt: text,
    question: text,
    /** 1: the question was answered with “as the timetable says”. */
    follows: integer,
    /** When the change was due that a person skipped, or wanted before its time. */
    skipped: bigint,
  }),
}

/**
 * What drift watch knows. `workspace` is the account's identity (session/require-session.ts); `chat_id` is 0 for what belongs to no chat. Times are
 * milliseconds, and lines those of the audit log. What is JSON has the form that look.ts writes.
 */
export const driftTables = {
  /** What was read last. */
  drift_known: table(['workspace', 'resource', 'chat_id'], {
    workspace: text,
    resource: textOf<DriftResource>(),
    chat_id: bigint,
    chat_name: text,
    /** JSON of the values by field. */
    value: text,
    /** When it was first looked at, and last. */
    since: bigint,
    checked: bigint,
    /** The last line of the audit log before and after the last look. */
    line_before: bigint,
    line_after: bigint,
  }),
  /** The settings of a chat as they were seen: at first, and whenever they had changed. */
  drift_version: table(['workspace', 'chat_id', 'at'], {
    workspace: text,
    chat_id: bigint,
    at: bigint,
    kind: textOf<'first' | 'own' | 'outside'>(),
    /** When they were looked at before; null for the first. */
    looked_before: orNull(bigint),
    /** JSON of the settings. */
    value: text,
    /** JSON of the changes from outside. */
    changes: text,
  }),
  /** A change from outside. */
  drift_finding: table(['id'], {
    id: text,
    workspace: text,
    resource: textOf<DriftResource>(),
    chat_id: bigint,
    chat_name: text,
    /** A setting, a field of the poll or profile, or `ranges`. */
    field: text,
    /** 0 where it is no poll. */
    poll_id: bigint,
    /** A poll's question. */
    subject: text,
    severity: textOf<DriftSeverity>(),
    /** JSON. `before`: what was there before the first change from outside that nobody has decided on. */
    before: text,
    after: text,
    /** It was made between these. */
    since: bigint,
    at: bigint,
    /** How often it was changed since `before`. */
    times: integer,
    state: textOf<DriftState>(),
    decided_at: orNull(bigint),
    decided_by: text,
  }),
  /** A setting whose changes from outside are not reported. */
  drift_ignored: table(['id'], {
    id: text,
    workspace: text,
    resource: textOf<DriftResource>(),
    field: text,
    /** 0 = in all chats. */
    chat_id: bigint,
    chat_name: text,
    at: bigint,
    by: text,
  }),
  /** The last check of a workspace. */
  drift_check: table(['workspace'], {
    workspace: text,
    began: bigint,
    ended: bigint,
    chats: integer,
    /** JSON: the chats that were not checked as a whole. */
    unchecked: text,
    requests: integer,
    /** Why it ended early; ''. */
    note: text,
  }),
}

export const modeIndexes = {
  drift_finding_at: sql`drift_finding (workspace, state, at, chat_id, resource)`,
  drift_finding_decided: sql`drift_finding (workspace, state, decided_at, chat_id, resource)`,
  drift_finding_severity: sql`drift_finding (workspace, state, severity, chat_id, resource)`,
  drift_version_at: sql`drift_version (at)`,
  preset_on_open: sql`preset_on (workspace, ended_at)`,
  preset_on_preset: sql`preset_on (workspace, preset_id, at)`,
}
