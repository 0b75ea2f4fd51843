import type { RuleState, StoredRule } from '#contract/workspace/rules.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

/** The states of rules, those first that need somebody. */

interface StateWords {
  label: string
  icon: IconName
  tone: 'warn' | 'accent' | 'quiet' | 'outline'
}

export const stateWords: Record<RuleState, StateWords> = {
  fellBack: { label: 'Fell back', icon: 'warning', tone: 'warn' },
  live: { label: 'Live', icon: 'play', tone: 'accent' },
  shadow: { label: 'Shadow', icon: 'eye', tone: 'quiet' },
  draft: { label: 'Draft', icon: 'edit', tone: 'outline' },
}

export const stateOrder = Object.keys(stateWords) as RuleState[]

/** Fewer decisions say too little. */
const minDecisions = 10
const lowPercent = 60

/** How many of the messages that a rule named people agreed with. `percent` is null while too few were decided. */
export function precisionOf({ decided: { right, wrong } }: Pick<StoredRule, 'decided'>) {
  const decisions = right + wrong
  const percent = decisions < minDecisions ? null : Math.floor((right * 100) / decisions)
  return { decisions, percent, isLow: percent !== null && percent < lowPercent }
}
