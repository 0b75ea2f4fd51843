import { listsOf, type OwnCost } from '#engine/analysis/rules/rule-cost.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { byteLength } from '#contract/values.ts'
import { actOfLiveRule, allowsReach, isWithin, reachOf } from '#contract/gateway/reach.ts'
import { invalid } from '#http/refusal.ts'
import { brakeAboveLimit, noRight, rulesUnchecked, ruleNotReady, standingOff } from '../refusals.ts'
import type { Query, Trx } from '../database/database.ts'
import { standingOf } from '../worker/budget.ts'
import { findPreset } from '../presets/stored.ts'
import type { AfterWrite } from '../records/record-store.ts'
import { requireStartCost, digestOf, readListSizes, type ListVersions } from './cost.ts'
import { MatchingEnded, RuleBroke, type Checked, type Matching } from './matching/matching-thread.ts'
import { type RuleReader, readRunning, readRunningRules } from './store.ts'
import { rowsWith } from '#db/rows.ts'

/** Checks before a rule is stored, before it runs, and where its words change. */

/** As JSON, enough for several thousand words. */
const maxRuleBytes = 200_000

/**
 * Refuses invalid expressions, with the position of the fault. Missing word lists are allowed, because they may be created later. Resolves to the
 * instructions of its expressions together. Throws a Refusal.
 */
export async function requireSound(matching: Matching, rule: Rule): Promise<number> {
  if (byteLength(JSON.stringify(rule)) > maxRuleBytes) throw invalid({ rule: [`must have at most ${maxRuleBytes} bytes`] })
  const { faults, size } = await check(matching, rule)
  const errors = faults.flatMap(({ group, condition, fault }) => {
    if (fault.kind !== 'fault') return []
    const { message, from, to } = fault
    const position = to > from + 1 ? `characters ${from + 1} to ${to}` : `character ${from + 1}`
    return [[`rule.groups.${group}.conditions.${condition}.pattern`, [`${message} (${position})`]]]
  })
  if (errors.length > 0) throw invalid(Object.fromEntries(errors) as Record<string, string[]>)
  return size
}

/** As requireSound, for a stored rule that is to start. Throws a Refusal. */
export async function requireTestable(matching: Matching, rule: Rule): Promise<number> {
  const { faults, size } = await check(matching, rule)
  if (faults.some(({ fault }) => fault.kind === 'fault')) throw ruleNotReady('An expression of this rule is not valid.')
  return size
}

const check = (matching: Matching, rule: Rule): Promise<Checked> =>
  matching.check(rule).catch((error: unknown) => {
    if (error instanceof RuleBroke || error instanceof MatchingEnded) throw rulesUnchecked()
    throw error
  })

interface Candidate extends RuleReader {
  ruleId: string
  rule: Rule
  own: OwnCost
  isLive: boolean
}

/** Throws a Refusal. The caller checks that the person may write rules in all chats of the rule. */
export async function requireRunnable(trx: Trx, candidate: Candidate): Promise<void> {
  const { workspace, ruleId, rule, own, isLive } = candidate
  const lists = await readListSizes(trx, workspace)
  if (listsOf(rule).some((listId) => !lists.has(listId))) throw ruleNotReady('A word list of this rule no longer exists.')
  await requireStartCost(trx, workspace, ruleId, own)
  if (isLive) await requireLive(trx, candidate, lists)
}

async function requireLive(trx: Trx, { workspace, member, ruleId, rule }: Candidate, lists: ListVersions): Promise<void> {
  const { actions, brakes } = rule
  if (!allowsReach(member, actOfLiveRule(rule))) throw noRight()
  const limit = member?.limits.deletionsPerHour ?? null
  if (actions.deleteAfterSeconds !== null && limit !== null && brakes.perHour > limit) throw brakeAboveLimit(limit)
  await requireStanding(trx, workspace)
  const preset = actions.preset && (await findPreset(trx, workspace, actions.preset.presetId))
  if (actions.preset && !preset) throw ruleNotReady('The mode of this rule no longer exists.')
  if (preset && !isWithin(reachOf(rule.scope.chats), preset.reach))
    throw ruleNotReady('The mode of this rule is not for all chats of the rule.')
  const backtest = await rowsWith(trx, 'rule_backtest', { workspace, rule_id: ruleId, digest: digestOf(rule, lists) })
    .select('at')
    .executeTakeFirst()
  if (!backtest) throw ruleNotReady('This version of the rule has no complete backtest. Run one first.')
}

/** Without standing access nothing is done in the absence of people, and nothing may look as if it were about to be. Throws a Refusal. */
export async function requireStanding(query: Query, workspace: string): Promise<void> {
  if ((await standingOf(query, workspace)).standing === 'off') throw standingOff()
}

/**
 * A live rule goes on with the words that its lists have now. So whoever changes them needs what putting that rule live needs: with a word, a list deletes.
 * Throws a Refusal.
 */
export const requireRightsOfRules: AfterWrite = async (query, { workspace, member }, kind, changed) => {
  if (kind !== 'word-lists' || member === null) return
  const keys = new Set(changed.map(({ key }) => key))
  const live = (await readRunning(query, workspace)).running.filter(({ state }) => state === 'live')
  const rules = await readRunningRules(query, workspace, live)
  const users = rules.filter(({ rule }) => listsOf(rule).some((key) => keys.has(key)))
  if (!users.every(({ rule }) => allowsReach(member, actOfLiveRule(rule)))) throw noRight()
}
