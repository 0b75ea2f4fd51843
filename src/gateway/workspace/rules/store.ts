import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { Rule } from '#contract/rules/rule.ts'
import type { RuleBrake, RuleState, StoredRule } from '#contract/workspace/rules.ts'
import type { SessionTables } from '../../session/tables.ts'
import { fromJson } from '../member.ts'

/** Stored rules. Times are milliseconds of the database's clock. */

type Query = Kysely<SessionTables>
type Trx = Transaction<SessionTables>

/** A version of a rule that runs, in shadow or live. */
export interface RunningRule {
  id: string
  version: number
  rule: Rule
  /** A rule that fell back is in shadow. */
  state: 'shadow' | 'live'
  /** Messages that were posted before are ignored. */
  since: number
}

/** The running rules of an account. `isOn`: false while all rules are stopped; the list contains them nevertheless. */
export async function readRunningRules(query: Query, workspace: string): Promise<{ isOn: boolean; rules: RunningRule[] }> {
  const rows = await query
    .selectFrom('rule')
    .innerJoin('rule_version', (join) =>
      join
        .onRef('rule_version.workspace', '=', 'rule.workspace')
        .onRef('rule_version.rule_id', '=', 'rule.id')
        .onRef('rule_version.version', '=', 'rule.running_version'),
    )
    .select(['rule.id', 'rule.state', 'rule.running_since', 'rule_version.version', 'rule_version.rule'])
    .where('rule.workspace', '=', workspace)
    .orderBy('rule.id')
    .execute()
  const all = await readSwitch(query, workspace)
  // Messages that were posted while all rules were stopped are ignored.
  const startedAt = all.at ?? 0
  const rules = rows.map(({ id, version, rule, state, running_since }): RunningRule => ({
    id,
    version,
    rule: fromJson(Rule, rule),
    state: state === 'live' ? 'live' : 'shadow',
    since: Math.max(running_since ?? 0, startedAt),
  }))
  return { isOn: all.isOn, rules }
}

/** The switch that stops all rules. `at`: when it was last changed; null: never. */
export async function readSwitch(query: Query, workspace: string): Promise<{ isOn: boolean; at: number | null; by: string }> {
  const row = await query.selectFrom('rule_switch').selectAll().where('workspace', '=', workspace).executeTakeFirst()
  return row ? { isOn: row.is_on === 1, at: row.at, by: row.by } : { isOn: true, at: null, by: '' }
}

/**
 * Puts a live rule that reached a brake into shadow. Messages that it holds wait for a decision. Resolves to false if the rule was no longer live.
 * @param limit the value of the brake; 0 for `chats` and `fault`
 */
export async function fallBack(
  trx: Trx,
  workspace: string,
  ruleId: string,
  brake: RuleBrake,
  limit: number,
  now: number,
): Promise<boolean> {
  const fellBack: StoredRule['fellBack'] = { at: now, brake, limit }
  const { numUpdatedRows } = await trx
    .updateTable('rule')
    .set({ state: 'fellBack', state_since: now, fell_back: JSON.stringify(fellBack) })
    .where('workspace', '=', workspace)
    .where('id', '=', ruleId)
    .where('state', '=', 'live')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await releaseHeld(trx, { workspace, ruleId, to: 'marked', by: '', now })
  return true
}

interface Release {
  workspace: string
  ruleId: string
  to: 'marked' | 'dropped' | 'spared'
  /** The person who decided; '': nobody. */
  by: string
  now: number
}

/** Ends the holds of a rule without deleting, except for messages that a person decided to delete. */
export async function releaseHeld(trx: Trx, { workspace, ruleId, to, by, now }: Release): Promise<void> {
  await trx
    .updateTable('rule_hit')
    .set({ state: to, due: null, left_ms: null, at: now, by })
    .where('workspace', '=', workspace)
    .where('rule_id', '=', ruleId)
    .where('state', '=', 'held')
    .where('by', '=', sql.lit(''))
    .execute()
}

/** A rule with its newest and its running version. */
export interface RuleRow {
  id: string
  version: number
  rule: Rule
  savedAt: number
  savedBy: string
  state: RuleState
  stateSince: number
  running: StoredRule['running']
  fellBack: StoredRule['fellBack']
}

/** By id. @param ruleId only this one */
export async function readRules(query: Query, workspace: string, ruleId?: string): Promise<RuleRow[]> {
  let rows = query
    .selectFrom('rule')
    .innerJoin('rule_version as newest', (join) =>
      join
        .onRef('newest.workspace', '=', 'rule.workspace')
        .onRef('newest.rule_id', '=', 'rule.id')
        .onRef('newest.version', '=', 'rule.version'),
    )
    .leftJoin('rule_version as running', (join) =>
      join
        .onRef('running.workspace', '=', 'rule.workspace')
        .onRef('running.rule_id', '=', 'rule.id')
        .onRef('running.version', '=', 'rule.running_version'),
    )
    .select(['rule.id', 'rule.version', 'rule.state', 'rule.state_since', 'rule.running_version', 'rule.running_since', 'rule.fell_back'])
    .select(['newest.rule', 'newest.at', 'newest.by', 'running.rule as running_rule'])
    .where('rule.workspace', '=', workspace)
    .orderBy('rule.id')
  if (ruleId !== undefined) rows = rows.where('rule.id', '=', ruleId)
  return (await rows.execute()).map((row) => {
    const rule = fromJson(Rule, row.rule)
    const runningRule = row.running_rule === row.rule ? rule : row.running_rule === null ? null : fromJson(Rule, row.running_rule)
    return {
      id: row.id,
      version: row.version,
      rule,
      savedAt: row.at,
      savedBy: row.by,
      state: row.state,
      stateSince: row.state_since,
      running: runningRule && { version: row.running_version ?? 0, rule: runningRule, since: row.running_since ?? 0 },
      fellBack: row.fell_back === '' ? null : (JSON.parse(row.fell_back) as StoredRule['fellBack']),
    }
  })
}
