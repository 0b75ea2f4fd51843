import type { RuleCondition } from '#contract/rules/rule.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

const icons: Record<RuleCondition['kind'], IconName> = {
  words: 'filter',
  expression: 'regex',
  linkOutside: 'link',
  linkTo: 'link',
  longer: 'file',
  shorter: 'file',
  capitals: 'sound',
  authorName: 'account',
  firstMessage: 'spark',
  authorRate: 'repeat',
  sameText: 'repeat',
  chatRate: 'messages',
}

/** @param kind of a reason, which is the kind of its condition */
export const reasonIcon = (kind: string): IconName => (kind in icons ? icons[kind as RuleCondition['kind']] : 'info')
