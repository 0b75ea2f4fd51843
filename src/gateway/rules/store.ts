import { sql } from 'kysely'
import { Rule } from '#contract/rules/rule.ts'
import { isStopBrake, type RuleBrake, type StoredRule } from '#contract/gateway/rules.ts'
import type { Query, Trx } from '../database/database.ts'
import { fromJson } from '../access/member.ts'

/** Stored rules. Times are milliseconds of the database's clock. */

/** A version of a rule that runs, in shadow or live. */
export interface RunningRule {
  id: string
  version: number
  rule: Rule
  /** A rule that fell back is in shadow. */
  state: 'shadow' | 'live'
  /** When it was started. */
  since: number
  /** Names this start of the rule: it changes whenever the rule, or the switch of all rules, is started. Messages from before it are ignored. */
  start: string
}

/** Which rules of an account run. `isOn`: false while all rules are stopped; the list contains them nevertheless. */
export async function readRunning(query: Query, workspace: string): Promise<{ isOn: boolean; running: Omit<RunningRule, 'rule'>[] }> {
  const rows = await query
    .selectFrom('rule')
    .select(['id', 'state', 'running_version', 'running_since'])
    .where('workspace', '=', workspace)
    .where('running_version', 'is not', null)
    .orderBy('id')
    .execute()
  const all = await readSwitch(query, workspace)
  const running = rows.map(({ id, state, running_version, running_since }) => ({
    id,
    version: running_version ?? 0,
    state: state === 'live' ? ('live' as const) : ('shadow' as const),
    since: Math.max(running_since ?? 0, all.at ?? 0),
    start: startOfRule({ version: running_version ?? 0, since: running_since ?? 0 }, all.at),
  }))
  return { isOn: all.isOn, running }
}

/** The rules of these versions; those that are known already are not read again. A version that was deleted meanwhile is left out. */
export async function readRunningRules(
  query: Query,
  workspace: string,
  running: readonly Omit<RunningRule, 'rule'>[],
  before: readonly RunningRule[] = [],
): Promise<RunningRule[]> {
  const known = new Map(before.map(({ id, version, rule }) => [`${id} ${version}`, rule]))
  const rules: RunningRule[] = []
  for (const one of running) {
    const rule = known.get(`${one.id} ${one.version}`) ?? (await readVersion(query, workspace, one))
    if (rule) rules.push({ ...one, rule })
  }
  return rules
}

/** null: there is no such version. */
export async function readVersion(
  query: Query,
  workspace: string,
  { id, version }: Pick<RunningRule, 'id' | 'version'>,
): Promise<Rule | null> {
  const row = await query
    .selectFrom('rule_version')
    .select('rule')
    .where('workspace', '=', workspace)
    .where('rule_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ? fromJson(Rule, row.rule) : null
}

/** @param switchedAt when the switch of all rules was last changed: what was posted while they were stopped is ignored as well */
export const startOfRule = ({ version, since }: { version: number; since: number }, switchedAt: number | null): string =>
  `${version} ${since} ${switchedAt ?? 0}`

/** The switch that stops all rules. `at`: when it was last changed; null: never. */
export async function readSwitch(query: Query, workspace: string): Promise<{ isOn: boolean; at: number | null; by: string }> {
  const row = await query.selectFrom('rule_switch').selectAll().where('workspace', '=', workspace).executeTakeFirst()
  return row ? { isOn: row.is_on === 1, at: row.at, by: row.by } : { isOn: true, at: null, by: '' }
}

/** What a rule has that does not run. */
export const notRunning = { running_version: null, running_since: null, started_by: null } as const

/**
 * Puts a live rule that reached a brake into shadow, or stops a running one, in shadow too: it reads and costs nothing any more. Messages that it holds wait
 * for a decision. Resolves to false if it no longer was live, or no longer ran.
 * @param limit the value of the brake; 0 for those without one
 */
export async function brakeRule(
  trx: Trx,
  workspace: string,
  ruleId: string,
  brake: RuleBrake,
  limit: number,
  now: number,
): Promise<boolean> {
  const fellBack: StoredRule['fellBack'] = { at: now, brake, limit }
  const rule = trx.updateTable('rule').where('workspace', '=', workspace).where('id', '=', ruleId)
  const braked = { state_since: now, fell_back: JSON.stringify(fellBack) }
  const { numUpdatedRows } = await (
    isStopBrake(brake)
      ? rule.set({ ...braked, ...notRunning, state: 'draft' }).where('running_version', 'is not', null)
      : rule.set({ ...braked, state: 'fellBack' }).where('state', '=', 'live')
  ).executeTakeFirst()
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
  /** Only these hits. */
  ids?: readonly string[]
}

/** Ends the holds of a rule without deleting, except for messages that a person decided to delete. */
export async function releaseHeld(trx: Trx, { workspace, ruleId, to, by, now, ids }: Release): Promise<void> {
  await trx
    .updateTable('rule_hit')
    .set({ state: to, due: null, left_ms: null, at: now, by })
    .where('workspace', '=', workspace)
    .where('rule_id', '=', ruleId)
    .where('state', '=', 'held')
    .where('by', '=', sql.lit(''))
    .$if(ids !== undefined, (held) => held.where('id', 'in', ids!))
    .execute()
}

/** A rule with its newest and its running version. */
export type RuleRow = Pick<StoredRule, 'id' | 'version' | 'rule' | 'savedAt' | 'savedBy' | 'state' | 'stateSince' | 'running' | 'fellBack'>

/** The rules of an account, each with its newest version or the one that runs, for further selection. Without those that have none. */
export const versionsOf = (query: Query, workspace: string, which: 'version' | 'running_version') =>
  query
    .selectFrom('rule')
    .innerJoin('rule_version', (join) =>
      join
        .onRef('rule_version.workspace', '=', 'rule.workspace')
        .onRef('rule_version.rule_id', '=', 'rule.id')
        .onRef('rule_version.version', '=', `rule.${which}`),
    )
    .where('rule.workspace', '=', workspace)

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
