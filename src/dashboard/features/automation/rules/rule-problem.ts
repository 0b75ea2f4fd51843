import type { Rule } from '#contract/rules/rule.ts'
import type { SessionPerson } from '#contract/session.ts'
import type { Grant } from '#contract/gateway/grant.ts'
import { actOfLiveRule, actOfRule, isWithin, reachOf } from '#contract/gateway/reach.ts'
import { right } from '#contract/gateway/rights.ts'
import type { Rules, StoredRule } from '#contract/gateway/rules.ts'
import { missingRight } from '#dashboard/platform/chats/reach-reasons.ts'
import { type KnownPreset, reachOfKnown } from '#dashboard/platform/presets/known-presets.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'

/** Why a person may not change, stop or delete a rule; null: they may. */
export function ruleProblem(
  person: Grant | null,
  { canWrite, rule, running }: Pick<StoredRule, 'canWrite' | 'rule' | 'running'>,
): string | null {
  if (canWrite) return null
  if (running && missingRight(person, actOfRule(rule)) === null)
    return `The version that runs is for other chats, too. Changing the rule needs the permission “${right('rules.write').label}” in all of them.`
  return `Changing this rule needs the permission “${right('rules.write').label}” in all of its chats.`
}

export interface Readiness {
  /** null: it is not saved yet. */
  stored: Pick<StoredRule, 'state' | 'running' | 'version' | 'backtest'> | null
  worker: Pick<Rules['worker'], 'state'>
  /** Whether there are edits that are not saved. */
  isUnsaved: boolean
  /** Why the person may not put it live; null: they may. */
  problem: string | null
  backtest: { isRunning: boolean; failed: string | null }
}

/** Why a rule cannot go live at the moment, in a sentence; null: it can. */
export function notYetLive({ stored, worker, isUnsaved, problem, backtest }: Readiness): string | null {
  if (isUnsaved || !stored) return 'Save the draft first.'
  if (stored.state === 'live' && stored.running?.version === stored.version) return 'This version is live.'
  if (problem !== null) return problem
  if (worker.state === 'off') return 'Rules run only with background access.'
  if (backtest.isRunning) return 'The backtest is running.'
  if (backtest.failed !== null) return 'The backtest is not complete.'
  return stored.backtest ? null : 'Run a backtest of this version first.'
}

/** Why a person may not put a rule live, by the decision of the gateway; null: they may. @param presets those that the person may turn on */
export function liveProblem(person: SessionPerson | null, rule: Rule, presets: readonly KnownPreset[]): string | null {
  const { scope, actions, brakes } = rule
  const missing = missingRight(person, actOfLiveRule(rule))
  if (missing !== null) return `Going live needs the permission “${missing}” in all chats of the rule.`
  const limit = person?.limits.deletionsPerHour ?? null
  if (actions.deleteAfterSeconds !== null && limit !== null && brakes.perHour > limit)
    return `You may delete ${counted(limit, 'message')} an hour, and this rule may delete more.`
  const preset = presets.find(({ id }) => id === actions.preset?.presetId)
  return preset && !isWithin(reachOf(scope.chats), reachOfKnown(preset)) ? 'Its mode is not for all chats of the rule.' : null
}
