import type { Rule, RuleCondition, RuleGroup } from '#contract/rules/rule.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'

/** Describes rules for people. Conditions and actions are listed, not joined into one sentence. */

export interface NamesInRule {
  /** The name of a shared word list; null: it was deleted. */
  list: (listId: string) => string | null
  preset: (presetId: string) => string
}

const maxListed = 3

/** “a, b or c”: each of them alone is enough. “a, b or one of 12 more” */
function oneOf(items: readonly string[]): string {
  const shown = items.length <= maxListed ? items : [...items.slice(0, maxListed - 1), `one of ${count(items.length - maxListed + 1)} more`]
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' or ')
}

const inQuotes = (text: string) => `“${text.trim()}”`
const quoted = (texts: readonly string[]) => oneOf(texts.map(inQuotes))

/** "20 s", "2 min" */
export const secondsInWords = (seconds: number): string =>
  seconds >= 60 && seconds % 60 === 0 ? `${count(seconds / 60)} min` : `${count(seconds)} s`

function wordsInWords({ words, lists }: RuleCondition & { kind: 'words' }, names: NamesInRule): string {
  if (lists.length === 0) return `Words ${quoted(words)}`
  const listNames = lists.map(names.list).map((name) => (name === null ? 'a deleted list' : inQuotes(name)))
  return `Words on ${oneOf([...listNames, ...words.map(inQuotes)])}`
}

/** “More than 10 messages by one author in 1 min” */
export function conditionInWords(condition: RuleCondition, names: NamesInRule): string {
  switch (condition.kind) {
    case 'words':
      return wordsInWords(condition, names)
    case 'expression':
      return `Expression ${condition.pattern}`
    case 'linkOutside':
      return condition.allowed.length === 0 ? 'Any link' : `Link outside ${oneOf(condition.allowed)}`
    case 'linkTo':
      return `Link to ${oneOf(condition.domains)}`
    case 'longer':
      return `Longer than ${counted(condition.than, 'character')}`
    case 'shorter':
      return `Shorter than ${counted(condition.than, 'character')}`
    case 'capitals':
      return `At least ${condition.percent} % capitals`
    case 'authorName':
      return `Author name with ${quoted(condition.words)}`
    case 'firstMessage':
      return 'First message of an author'
    case 'authorRate':
      return `More than ${counted(condition.moreThan, 'message')} by one author in ${secondsInWords(condition.seconds)}`
    case 'sameText':
      return `Nearly the same text by ${count(condition.authors)} authors in ${secondsInWords(condition.seconds)}`
    case 'chatRate':
      return `More than ${counted(condition.moreThan, 'message')} in the chat in ${secondsInWords(condition.seconds)}`
  }
}

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

/** Why a rule fell back or was stopped, as a sentence. */
export function brakeInWords({ brake, limit }: NonNullable<StoredRule['fellBack']>): string {
  switch (brake) {
    case 'perMinute':
      return `It reached its limit of ${counted(limit, 'deletion')} a minute.`
    case 'perHour':
      return `It reached its limit of ${counted(limit, 'deletion')} an hour.`
    case 'percent':
      return `It matched more than ${limit} % of the messages.`
    case 'chats':
      return 'None of its chats exists any more.'
    case 'fault':
      return 'One of its conditions can no longer be tested.'
    case 'lender':
      return 'The person who started it may no longer run it. It does not run until someone with the rights starts it again.'
    case 'cost':
      return 'It cost too much together with the other rules that run.'
    case 'memory':
      return 'It took more memory than the rules of this server have.'
    case 'time':
      return 'It took too long to compare a message with it.'
  }
}
