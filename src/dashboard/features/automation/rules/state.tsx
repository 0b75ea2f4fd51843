import type { RuleState, StoredRule } from '#contract/gateway/rules.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'

/** The states of rules, sorted by how much they need attention. */

interface StateWords {
  label: string
  icon: IconName
  tone: 'warn' | 'accent' | 'quiet' | 'outline'
}

export const stateWords: Record<RuleState, StateWords> = {
  fellBack: { label: 'Paused', icon: 'warning', tone: 'warn' },
  live: { label: 'Live', icon: 'play', tone: 'accent' },
  shadow: { label: 'Shadow', icon: 'eye', tone: 'quiet' },
  draft: { label: 'Draft', icon: 'edit', tone: 'outline' },
}

export const stateOrder = Object.keys(stateWords) as RuleState[]

/** With fewer decisions, how often a rule was right is not shown. */
const minDecisions = 10
const lowPercent = 60

/** The share of decisions that agree with a rule. `percent` is null while there are too few decisions. */
export function precisionOf({ decided: { right, wrong } }: Pick<StoredRule, 'decided'>) {
  const decisions = right + wrong
  const percent = decisions < minDecisions ? null : Math.floor((right * 100) / decisions)
  return { decisions, percent, isLow: percent !== null && percent < lowPercent }
}

export function StateBadge({ state }: { state: RuleState }) {
  const { label, icon, tone } = stateWords[state]
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={12} />}>
      {label}
    </Badge>
  )
}
