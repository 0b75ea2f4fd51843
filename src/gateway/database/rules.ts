import { sql } from 'kysely'
import type { HitState } from '#contract/gateway/review.ts'
import type { RuleState } from '#contract/gateway/rules.ts'
import { bigint, double, emptyByDefault, integer, orNull, table, text, textOf } from '#db/tables.ts'

/** The hours of every time zone begin with one of these. */
export const quarterMs = 15 * 60_000
export const keptMs = 3 * 24 * 60 * 60_000

/** Rules and their hits. `workspace` is the account's identity (session/require-session.ts). Times are milliseconds, except those of messages (Unix seconds). */
export const ruleTables = {
  rule: table(['workspace', 'id'], {
    workspace: text,
    id: text,
    /** The newest version. */
    version: integer,
    state: textOf<RuleState>(),
    state_since: bigint,
    /** The version in shadow or live; null for a draft. */
    running_version: orNull(integer),
    running_since: orNull(bigint),
    /** The person who put it in shadow or live, and whose rights it needs; null: whoever signed in with the account's token, or it does not run. */
    started_by: orNull(text),
    /** JSON of `fellBack` of StoredRule, or ''. */
    fell_back: text,
  }),
  rule_version: table(['workspace', 'rule_id', 'version'], {
    workspace: text,
    rule_id: text,
    version: integer,
    /** JSON of a Rule. */
    rule: text,
    at: bigint,
    by: text,
    /** JSON of its OwnCost (analysis/rules/rule-cost.ts); '': saved by an earlier release, and not known until it runs. */
    cost: emptyByDefault,
  }),
  /** The last complete backtest of each content of a rule. */
  rule_backtest: table(['workspace', 'rule_id', 'digest'], {
    workspace: text,
    rule_id: text,
    /** SHA-256 of the rule without its name and description, hexadecimal. */
    digest: text,
    at: bigint,
    by: text,
    read: integer,
    matched: integer,
    kept: integer,
  }),
  /** The switch of all rules. In a workspace without a row, rules are on. */
  rule_switch: table(['workspace'], {
    workspace: text,
    is_on: integer,
    at: bigint,
    by: text,
  }),
  /** A message that a rule matched. */
  rule_hit: table(['id'], {
    id: text,
    workspace: text,
    rule_id: text,
    version: integer,
    chat_id: bigint,
    chat_name: text,
    message_id: bigint,
    time: double,
    /** The user id as text, which no id is too long for. null: a guest, or a hit of an earlier release. */
    author_id: orNull(text),
    user_name: text,
    /** '' once the retention of the rule is over. */
    text,
    /** JSON of the highlights of SeenMessage, and of the reasons of Hit. */
    highlights: text,
    reasons: text,
    alike: text,
    is_shadow: integer,
    seen_at: bigint,
    state: textOf<HitState>(),
    /** null: not held, or all rules are stopped and `left_ms` counts. */
    due: orNull(bigint),
    left_ms: orNull(bigint),
    /** When it reached its state, and the person who decided, or ''. */
    at: bigint,
    by: text,
    note: text,
    /** The state before a decision that can be undone, or ''. */
    before: textOf<HitState | ''>(),
    /** When its text is deleted. */
    text_until: bigint,
  }),
  /** What the running rules of an account cost together (analysis/rules/rule-cost.ts). */
  rule_cost: table(['workspace'], {
    workspace: text,
    characters: bigint,
    steps: bigint,
    /** When something began that might end the process, in milliseconds of the database's clock; null: nothing runs (work/ask-thread.ts). */
    noted_at: orNull(bigint),
  }),
  /** Times are milliseconds. */
  rule_count: table(['workspace', 'rule_id', 'kind', 'since', 'chat_id'], {
    workspace: text,
    rule_id: text,
    /** 0: in all chats. */
    chat_id: bigint,
    /**
     * `quarter`: in the quarter of an hour that began at `since`. `state`: since the rule is in its state, which began then. `right`, `wrong`: decisions of
     * people that agree with the rule or not; `since` is 0.
     */
    kind: textOf<'quarter' | 'state' | 'right' | 'wrong'>(),
    since: bigint,
    hits: bigint,
  }),
}

/** What the worker stores about rules between two reads. */
export const ruleWorkTables = {
  rule_watch: table(['workspace'], {
    workspace: text,
    /** Counts the writes of the worker. A process that finds a different number knows that another one has taken over, and reads everything again. */
    revision: integer,
    /** When a chat was last read, in milliseconds, written every few seconds; null: never. */
    last: orNull(bigint),
    /** JSON: by rule, which start of it this is about, and in how many chats it waits for the newest message (start-points.ts). */
    starting: text,
    /** JSON: the chats that cannot be read (round.ts). */
    unread: text,
  }),
  /** How far a chat was read. */
  rule_cursor: table(['workspace', 'chat_id'], {
    workspace: text,
    chat_id: bigint,
    /** Unix seconds of the newest message that was read. */
    time: double,
    /** JSON: the ids of the messages of that second and of those shortly before it (read-messages.ts). */
    ids: text,
    /** JSON: by rule, the point from which it counts (start-points.ts). */
    starts: text,
    /** When it was stored, in milliseconds of the database's clock. */
    stored_at: bigint,
  }),
  /** The authors of a chat, if a rule has a condition about first messages. */
  rule_author: table(['workspace', 'chat_id', 'author'], {
    workspace: text,
    chat_id: bigint,
    /** SHA-256 of the author's key, so that no names are kept. */
    author: text,
  }),
  /** When a rule last ran a follow-up action in a chat (follow-ups.ts). */
  rule_act: table(['workspace', 'rule_id', 'chat_id', 'kind'], {
    workspace: text,
    rule_id: text,
    chat_id: bigint,
    kind: textOf<'announce' | 'preset'>(),
    /** Milliseconds. */
    at: bigint,
  }),
}

export const ruleIndexes = {
  rule_count_chat: sql`rule_count (workspace, rule_id, kind, chat_id, since)`,
  rule_hit_at: sql`rule_hit (workspace, at, chat_id, state)`,
  rule_hit_queue: sql`rule_hit (workspace, state, seen_at, chat_id)`,
  rule_hit_seen: sql`rule_hit (workspace, rule_id, seen_at, chat_id)`,
  rule_hit_state: sql`rule_hit (workspace, state, due, chat_id)`,
  rule_hit_text: sql`rule_hit (text_until)`,
  rule_hit_time: sql`rule_hit (workspace, chat_id, time)`,
}
