import type { Grant } from '#contract/workspace/grant.ts'
import { actOfRule } from '#contract/workspace/reach.ts'
import { right } from '#contract/workspace/rights.ts'
import type { StoredRule } from '#contract/workspace/rules.ts'
import { missingRight } from '#dashboard/platform/chats/reach-reasons.ts'

/** Why a person may not change, stop or delete a rule; null: they may. */
export function ruleProblem(
  person: Grant | null,
  { canWrite, rule, running }: Pick<StoredRule, 'canWrite' | 'rule' | 'running'>,
): string | null {
  if (canWrite) return null
  if (running && missingRight(person, actOfRule(rule)) === null)
    return `The version that runs is for other chats, too. Changing the rule needs the right “${right('rules.write').label}” in all of them.`
  return `Changing this rule needs the right “${right('rules.write').label}” in all of its chats.`
}
