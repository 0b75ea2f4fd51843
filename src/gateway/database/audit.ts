import { sql } from 'kysely'
import { bigint, integer, orNull, table, text, textOf } from '#db/tables.ts'

export type LineKind = 'entry' | 'outcome' | 'cut'

/** The audit log. Lines are only ever added; the retention that the operator sets deletes the oldest (audit/upkeep.ts). */
export const auditTables = {
  /** `text` and `hash` are the log. The other columns repeat parts of the text, so that it can be searched; a check compares them. */
  audit_line: table(['workspace', 'line'], {
    /** The account's identity (session/require-session.ts). */
    workspace: text,
    /** Counts from 1 within the workspace. */
    line: bigint,
    /** Milliseconds. */
    at: bigint,
    /** `entry`: written before a change is sent. `outcome`: what came of it. `cut`: older lines were deleted. */
    kind: textOf<LineKind>(),
    /** The line of the entry that an outcome belongs to; the own number of other lines. */
    entry: bigint,
    /** JSON (line.ts). */
    text,
    /** SHA-256 of the hash of the line before and of the text, hexadecimal. */
    hash: text,
    /** Of entries: `person:<id>`, `program:<token id>`, `token` or `roomkeeper`. */
    who: text,
    /** Also of the outcome of a creation: the chat that was created. */
    chat_id: orNull(bigint),
    action: text,
    action_kind: text,
    /** The names of the changed fields, each between spaces. */
    fields: text,
    /** What a search looks through, in lower case. */
    search: text,
    /** Messages that a deletion names; 1 for everything else. */
    count: integer,
    /** The entry that this one undoes. */
    undo_of: orNull(bigint),
    /** Recognises an entry whose request is sent again with its Idempotency-Key. */
    request_key: orNull(text),
    /** Of outcomes. */
    outcome: text,
  }),
  /** One row per workspace. Whoever adds lines updates it first, which serves as the lock. */
  audit_head: table(['workspace'], {
    workspace: text,
    /** The last line and its hash. */
    line: bigint,
    hash: text,
    /** The number of entries. */
    entries: bigint,
    /** All entries up to this line have an outcome. */
    settled: bigint,
    /** The chain was checked up to this line (chain.ts). */
    checked_line: bigint,
    checked_hash: text,
    /** Milliseconds. */
    checked_at: orNull(bigint),
    /** The first line that does not match. */
    broken_at: orNull(bigint),
  }),
}

export const auditIndexes = {
  audit_action: sql`audit_line (workspace, action, at) where kind = 'entry'`,
  audit_at: sql`audit_line (workspace, at)`,
  audit_chat: sql`audit_line (workspace, chat_id, kind, line) where chat_id is not null`,
  audit_chat_action: sql`audit_line (workspace, chat_id, kind, action, line) where chat_id is not null`,
  audit_cut: sql`audit_line (workspace, line) where kind = 'cut'`,
  audit_outcome: sql`audit_line (workspace, entry) where kind = 'outcome'`,
  audit_request: sql`audit_line (workspace, request_key) where request_key is not null`,
  audit_undo: sql`audit_line (workspace, undo_of) where undo_of is not null`,
  audit_who: sql`audit_line (workspace, who, line) where kind = 'entry'`,
}
