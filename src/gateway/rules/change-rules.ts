import { sql } from 'kysely'
import { isStopBrake, type RuleBrake, type StoredRule } from '#contract/gateway/rules.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { OwnCost } from '#engine/analysis/rules/rule-cost.ts'
import { changedMeanwhile, notFound, ruleLimit } from '../refusals.ts'
import type { GatewayTables, Trx, GatewayDatabase } from '../database/database.ts'
import { countRows } from '../session/read-page.ts'
import { costJson } from './cost.ts'
import { releaseHeld } from './hit-states.ts'
import { notRunning, readRules, type RuleRow } from './store.ts'
import { equal, insert, remove, rowsWith, update } from '#db/rows.ts'

/** Changes of rules. Each reads and writes in one serializable transaction, so that one of two concurrent changes is refused. */

interface Change {
  workspace: string
  ruleId: string
  /** The display name of the person. */
  by: string
  /** Milliseconds of the database's clock. */
  now: number
  /** Throws a Refusal if this person may not change the stored rule. */
  requireWrite: (before: RuleRow) => void
}

const maxRules = 200
/** Of all rules together as JSON: pages read all of them at once. */
const maxCharacters = 2_000_000
/** Per rule; older versions are deleted. */
const maxVersions = 100
/** Of the versions of a rule together as JSON: they are read at once too. The newest one and the one that runs are kept in any case. */
const maxVersionCharacters = 500_000

const tooMany = () => ruleLimit(`An account has at most ${maxRules} rules.`, 'Delete one first.')
const tooLong = () =>
  ruleLimit(
    `The rules of an account have at most ${maxCharacters.toLocaleString('en')} characters together.`,
    'Shorten this rule, move its words to word lists, or delete another rule.',
  )

/** Stores a new version; repeating the request has no effect. @param seen the version that was edited; 0 for a new rule. @param own null: not known before it runs. Throws a Refusal. */
export const saveRule = (database: GatewayDatabase, change: Change & { rule: Rule; own: OwnCost | null; seen: number }): Promise<void> =>
  database.serializable(async (trx) => {
    const { workspace, ruleId, rule, own, seen, by, now, requireWrite } = change
    const [before] = await readRules(trx, workspace, ruleId)
    const json = JSON.stringify(rule)
    if (!before && seen > 0) throw notFound('This rule')
    if (before) {
      requireWrite(before)
      const isStored = JSON.stringify(before.rule) === json
      if (isStored && (seen === before.version || seen === before.version - 1)) return
      if (seen !== before.version) throw changedMeanwhile('This rule')
    }
    const version = seen + 1
    if (before) {
      await updateRule(trx, change, { version })
    } else {
      const rules = rowsWith(trx, 'rule', { workspace }).select('id')
      if ((await countRows(trx, rules)) >= maxRules) throw tooMany()
      await insert(trx, 'rule', { workspace, id: ruleId, version, state: 'draft', state_since: now, ...notRunning, fell_back: '' })
    }
    const cost = own ? costJson(rule, own) : ''
    await insert(trx, 'rule_version', { workspace, rule_id: ruleId, version, rule: json, at: now, by, cost })
    await requireBelowLength(trx, workspace, json.length - (before ? JSON.stringify(before.rule).length : 0))
    await trx
      .deleteFrom('rule_version')
      .where(equal({ workspace, rule_id: ruleId }))
      .where('version', '<=', await lastForgotten(trx, change))
      .where('version', '!=', before?.running?.version ?? 0)
      .execute()
  })

/** Whoever is above the limit may still save a shorter version. @param growth characters that this change adds */
async function requireBelowLength(trx: Trx, workspace: string, growth: number): Promise<void> {
  if (growth <= 0) return
  const { characters } = await trx
    .selectFrom('rule')
    .innerJoin('rule_version', (join) =>
      join
        .onRef('rule_version.workspace', '=', 'rule.workspace')
        .onRef('rule_version.rule_id', '=', 'rule.id')
        .on((is) =>
          is.or([is('rule_version.version', '=', is.ref('rule.version')), is('rule_version.version', '=', is.ref('rule.running_version'))]),
        ),
    )
    .select(sql<number | string | null>`sum(length(rule_version.rule))`.as('characters'))
    .where('rule.workspace', '=', workspace)
    .executeTakeFirstOrThrow()
  if (Number(characters) > maxCharacters) throw tooLong()
}

/** The newest version that is one too many. */
async function lastForgotten(trx: Trx, { workspace, ruleId }: Change): Promise<number> {
  const rows = await rowsWith(trx, 'rule_version', { workspace, rule_id: ruleId })
    .select(['version', sql<number>`length(rule)`.as('characters')])
    .orderBy('version', 'desc')
    .limit(maxVersions + 1)
    .execute()
  let left = maxVersionCharacters
  for (const [index, { version, characters }] of rows.entries()) {
    left -= characters
    if (left < 0 || index === maxVersions) return version
  }
  return 0
}

const updateRule = (trx: Trx, { workspace, ruleId }: Change, values: Partial<GatewayTables['rule']>) =>
  update(trx, 'rule', { workspace, id: ruleId }, values)

interface StateChange extends Change {
  /** The person, whose rights a running rule needs; null: whoever signed in with the account's token. */
  personId: string | null
  state: 'draft' | 'shadow' | 'live'
  /** The newest version, or the running one. Ignored when the rule is stopped. */
  version: number
  /** Throws a Refusal if a version cannot run. */
  requireReady: (trx: Trx, rule: Rule) => Promise<void>
}

/** Resolves to whether anything changed. Throws a Refusal. */
export const setRuleState = (database: GatewayDatabase, change: StateChange): Promise<boolean> =>
  database.serializable(async (trx) => {
    const { workspace, ruleId, state, version, now, requireWrite, requireReady } = change
    const [before] = await readRules(trx, workspace, ruleId)
    if (!before) throw notFound('This rule')
    requireWrite(before)
    if (state === 'draft') {
      if (before.state === 'draft') return false
      await updateRule(trx, change, { state, state_since: now, ...notRunning, fell_back: '' })
    } else {
      const rule = version === before.version ? before.rule : version === before.running?.version ? before.running.rule : null
      if (!rule) throw changedMeanwhile('This rule')
      if (before.state === state && before.running?.version === version) return false
      await requireReady(trx, rule)
      const running = { running_version: version, running_since: now, started_by: change.personId }
      await updateRule(trx, change, { state, state_since: now, ...running, fell_back: '' })
    }
    if (state !== 'live') await releaseHeld(trx, { workspace, ruleId, to: 'dropped', by: '', now })
    return true
  })

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

/** Deletes a rule. Messages that it holds are spared. Has no effect if the rule does not exist. */
export const deleteRule = (database: GatewayDatabase, change: Change): Promise<void> =>
  database.serializable(async (trx) => {
    const { workspace, ruleId, by, now, requireWrite } = change
    const [before] = await readRules(trx, workspace, ruleId)
    if (!before) return
    requireWrite(before)
    await releaseHeld(trx, { workspace, ruleId, to: 'spared', by, now })
    await remove(trx, 'rule', { workspace, id: ruleId })
    for (const table of ['rule_version', 'rule_backtest', 'rule_act', 'rule_count'] as const)
      await remove(trx, table, { workspace, rule_id: ruleId })
  })
