import type { Rule, RuleGroup } from '#contract/rules/rule.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { conditionInWords, type NamesInRule, secondsInWords } from './conditions.ts'

/** Describes rules for people. Conditions and actions are listed, not joined into one sentence. */

function groupInWords({ match, conditions }: RuleGroup, names: NamesInRule): string {
  const items = conditions.map((condition) => conditionInWords(condition, names))
  if (match === 'none') return `None of: ${items.join(', ')}`
  return items.join(match === 'all' ? ' + ' : ' / ')
}

/** The conditions: “Any link + First message of an author · None of: Shorter than 10 characters”. */
export const conditionsInWords = ({ groups }: Pick<Rule, 'groups'>, names: NamesInRule): string =>
  groups.map((group) => groupInWords(group, names)).join(' · ')

/** The actions, most severe first: “Delete after 20 s, mark, notify”. */
export function actionsInWords({ actions }: Pick<Rule, 'actions'>, names: Pick<NamesInRule, 'preset'>): string {
  const { mark, deleteAfterSeconds, announce, preset, notify } = actions
  const items = [
    deleteAfterSeconds !== null && (deleteAfterSeconds === 0 ? 'delete at once' : `delete after ${secondsInWords(deleteAfterSeconds)}`),
    mark && 'mark',
    preset && `turn on ${names.preset(preset.presetId)}`,
    announce !== null && 'announce',
    notify && 'notify',
  ].filter((item) => item !== false && item !== null)
  const [first = '', ...rest] = items
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')
}

/** What a rule that was started waits for, and what it does then. */
export const startingInWords = ({ chats }: NonNullable<StoredRule['starting']>): string =>
  chats === null
    ? 'The list of chats has not been read yet. The rule counts messages that are posted after that.'
    : plural(
        chats,
        'The newest message of {count} chat has not been read yet. There the rule counts messages that are posted after it.',
        'The newest messages of {count} chats have not been read yet. There the rule counts messages that are posted after them.',
      )
