import { sql, type Generated, type Kysely, type Migration } from 'kysely'
import type { HitState } from '#contract/gateway/review.ts'
import type { RuleState } from '#contract/gateway/rules.ts'
import type { RuleCountTable } from './rule-counts.ts'

/** Rules and their hits. `workspace` is the account's identity (session/require-session.ts). Times are milliseconds, except those of messages (Unix seconds). */
export interface RuleTables {
  rule: RuleTable
  rule_version: VersionTable
  rule_backtest: BacktestTable
  rule_switch: SwitchTable
  rule_hit: HitTable
  rule_cost: CostTable
  rule_count: RuleCountTable
}

interface RuleTable {
  workspace: string
  id: string
  /** The newest version. */
  version: number
  state: RuleState
  state_since: number
  /** The version in shadow or live; null for a draft. */
  running_version: number | null
  running_since: number | null
  /** The person who put it in shadow or live, and whose rights it needs; null: whoever signed in with the account's token, or it does not run. */
  started_by: string | null
  /** JSON of `fellBack` of StoredRule, or ''. */
  fell_back: string
}

interface VersionTable {
  workspace: string
  rule_id: string
  version: number
  /** JSON of a Rule. */
  rule: string
  at: number
  by: string
  /** JSON of its OwnCost (analysis/rules/rule-cost.ts); '': saved by an earlier release, and not known until it runs. */
  cost: Generated<string>
}

/** The last complete backtest of each content of a rule. */
interface BacktestTable {
  workspace: string
  rule_id: string
  /** SHA-256 of the rule without its name and description, hexadecimal. */
  digest: string
  at: number
  by: string
  read: number
  matched: number
  kept: number
}

/** The switch of all rules. In a workspace without a row, rules are on. */
interface SwitchTable {
  workspace: string
  is_on: number
  at: number
  by: string
}

/** What the running rules of an account cost together (analysis/rules/rule-cost.ts). */
interface CostTable {
  workspace: string
  characters: number
  steps: number
  /** When something began that might end the process, in milliseconds of the database's clock; null: nothing runs (work/ask-thread.ts). */
  noted_at: number | null
}

/** A message that a rule matched. */
interface HitTable {
  id: string
  workspace: string
  rule_id: string
  version: number
  chat_id: number
  chat_name: string
  message_id: number
  time: number
  /** The user id as text, which no id is too long for. null: a guest, or a hit of an earlier release. */
  author_id: string | null
  user_name: string
  /** '' once the retention of the rule is over. */
  text: string
  /** JSON of the highlights of SeenMessage, and of the reasons of Hit. */
  highlights: string
  reasons: string
  alike: string
  is_shadow: number
  seen_at: number
  state: HitState
  /** null: not held, or all rules are stopped and `left_ms` counts. */
  due: number | null
  left_ms: number | null
  /** When it reached its state, and the person who decided, or ''. */
  at: number
  by: string
  note: string
  /** The state before a decision that can be undone, or ''. */
  before: HitState | ''
  /** When its text is deleted. */
  text_until: number
}

export const ruleCost: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('rule_version')
      .addColumn('cost', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createTable('rule_cost')
      .addColumn('workspace', 'text', (c) => c.primaryKey())
      .addColumn('characters', 'bigint', (c) => c.notNull())
      .addColumn('steps', 'bigint', (c) => c.notNull())
      .addColumn('noted_at', 'bigint')
      .execute()
  },
}

export const ruleHitUser: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('rule_hit').addColumn('user_id', 'bigint').execute()
  },
}

export const ruleHitAuthorId: Migration = {
  async up(db: Kysely<RuleTables & { rule_hit: { user_id: number | null } }>) {
    await db.schema.alterTable('rule_hit').addColumn('author_id', 'text').execute()
    await db
      .updateTable('rule_hit')
      .set({ author_id: sql<string>`cast(user_id as text)` })
      .where('user_id', 'is not', null)
      .execute()
    await db.schema.alterTable('rule_hit').dropColumn('user_id').execute()
  },
}

export const rules: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rule')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('state_since', 'bigint', (c) => c.notNull())
      .addColumn('running_version', 'integer')
      .addColumn('running_since', 'bigint')
      .addColumn('fell_back', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('rule_key', ['workspace', 'id'])
      .execute()
    await db.schema
      .createTable('rule_version')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('rule_id', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('rule', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('by', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('rule_version_key', ['workspace', 'rule_id', 'version'])
      .execute()
    await db.schema
      .createTable('rule_backtest')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('rule_id', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('by', 'text', (c) => c.notNull())
      .addColumn('read', 'integer', (c) => c.notNull())
      .addColumn('matched', 'integer', (c) => c.notNull())
      .addColumn('kept', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('rule_backtest_key', ['workspace', 'rule_id', 'digest'])
      .execute()
    await db.schema
      .createTable('rule_switch')
      .addColumn('workspace', 'text', (c) => c.primaryKey())
      .addColumn('is_on', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('by', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('rule_hit')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('rule_id', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('chat_name', 'text', (c) => c.notNull())
      .addColumn('message_id', 'bigint', (c) => c.notNull())
      .addColumn('time', 'double precision', (c) => c.notNull())
      .addColumn('user_name', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('highlights', 'text', (c) => c.notNull())
      .addColumn('reasons', 'text', (c) => c.notNull())
      .addColumn('alike', 'text', (c) => c.notNull())
      .addColumn('is_shadow', 'integer', (c) => c.notNull())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('due', 'bigint')
      .addColumn('left_ms', 'bigint')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('by', 'text', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('before', 'text', (c) => c.notNull())
      .addColumn('text_until', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('rule_hit_message')
      .on('rule_hit')
      .columns(['workspace', 'chat_id', 'message_id', 'rule_id'])
      .unique()
      .execute()
    await db.schema.createIndex('rule_hit_state').on('rule_hit').columns(['workspace', 'state', 'due']).execute()
    await db.schema.createIndex('rule_hit_seen').on('rule_hit').columns(['workspace', 'rule_id', 'seen_at']).execute()
    await db.schema.createIndex('rule_hit_time').on('rule_hit').columns(['workspace', 'chat_id', 'time']).execute()
    await db.schema.createIndex('rule_hit_text').on('rule_hit').column('text_until').execute()
  },
}
