import type { RuleState } from '#contract/gateway/rules.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { stateWords } from './state.ts'

export function StateBadge({ state }: { state: RuleState }) {
  const { label, icon, tone } = stateWords[state]
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={12} />}>
      {label}
    </Badge>
  )
}
