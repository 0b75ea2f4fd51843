import type { RuleCondition } from '#contract/rules/rule.ts'
import type { TypedCondition } from './rule-fields.ts'

type Kind = RuleCondition['kind']

/** The name of each condition in the menu, and its initial values. */
export const conditionKinds: { [K in Kind]: { label: string; begin: TypedCondition & { kind: K } } } = {
  words: { label: 'Words', begin: { kind: 'words', words: [], lists: [] } },
  expression: { label: 'Regular expression', begin: { kind: 'expression', pattern: '' } },
  linkOutside: { label: 'Link outside domains', begin: { kind: 'linkOutside', allowed: [] } },
  linkTo: { label: 'Link to domains', begin: { kind: 'linkTo', domains: [] } },
  longer: { label: 'Longer than', begin: { kind: 'longer', than: 200 } },
  shorter: { label: 'Shorter than', begin: { kind: 'shorter', than: 10 } },
  capitals: { label: 'Capitals', begin: { kind: 'capitals', percent: 80 } },
  authorName: { label: 'Author name', begin: { kind: 'authorName', words: [] } },
  firstMessage: { label: 'First message of an author', begin: { kind: 'firstMessage' } },
  authorRate: { label: 'Many messages by one author', begin: { kind: 'authorRate', moreThan: 10, seconds: 60 } },
  sameText: { label: 'Same text by several authors', begin: { kind: 'sameText', authors: 4, seconds: 120 } },
  chatRate: { label: 'Many messages in the chat', begin: { kind: 'chatRate', moreThan: 60, seconds: 60 } },
}

export const conditionNames = Object.keys(conditionKinds) as Kind[]

/** Conditions that count messages are not allowed under “none of”: later messages would change the result. */
export const countsMessages = (kind: Kind): boolean => kind === 'authorRate' || kind === 'sameText' || kind === 'chatRate'
