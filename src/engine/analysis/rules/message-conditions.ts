import type { Message } from '#contract/messages.ts'
import type { MessageCondition, Rule, RuleCondition } from '#contract/rules/rule.ts'
import { messageParts } from '../visible-text.ts'
import { expressionOf, type ExpressionFault } from './expression.ts'
import { hasWord, indexOf, indexWords, type WordIndex } from './rule-words.ts'

/** Tests of the conditions that depend on a single message. */

export interface ConditionContext {
  /** Whether this is the first message of its author in the chat, as far as it was read. */
  isFirst: boolean
}
export type MessageTest = (message: Message, context: ConditionContext) => boolean

/** The words of shared lists by their key. A missing list was deleted. */
export type WordLists = ReadonlyMap<string, WordIndex>

export const indexLists = (lists: ReadonlyMap<string, readonly string[]>): WordLists =>
  new Map([...lists].map(([id, words]) => [id, indexWords(words)]))

/** Why a condition cannot be tested. */
export type ConditionFault = ExpressionFault | { kind: 'missingList'; listId: string }

export interface RuleFault {
  /** Positions in `rule.groups` and in its `conditions`. */
  group: number
  condition: number
  fault: ConditionFault
}

/** All conditions of a rule that cannot be tested: invalid expressions and deleted lists. */
export const ruleFaults = (rule: Pick<Rule, 'groups'>, lists: WordLists): RuleFault[] =>
  rule.groups.flatMap(({ conditions }, group) =>
    conditions.flatMap((condition, index) => {
      const fault = faultOf(condition, lists)
      return fault ? [{ group, condition: index, fault }] : []
    }),
  )

function faultOf(condition: RuleCondition, lists: WordLists): ConditionFault | null {
  if (condition.kind === 'expression') {
    const expression = expressionOf(condition.pattern)
    return expression.kind === 'fault' ? expression : null
  }
  const missing = condition.kind === 'words' ? condition.lists.find((listId) => !lists.has(listId)) : undefined
  return missing === undefined ? null : { kind: 'missingList', listId: missing }
}

/** Shorter texts are too short to count as written in capitals. */
const minLettersForCapitals = 8

/** The test of a condition without a fault (ruleFaults). A faulty condition matches nothing, so that a fault never deletes a message. */
export function messageTest(condition: MessageCondition, lists: WordLists): MessageTest {
  switch (condition.kind) {
    case 'words': {
      const indexes = wordIndexes(condition, lists)
      return ({ text }) => indexes.some((index) => hasWord(index, text))
    }
    case 'expression': {
      const expression = expressionOf(condition.pattern)
      return expression.kind === 'fault' ? () => false : ({ text }) => expression.test(text)
    }
    case 'linkOutside': {
      const isAllowed = hostMatcher(condition.allowed)
      return ({ text }) => linkHosts(text).some((host) => !isAllowed(host))
    }
    case 'linkTo': {
      const matches = hostMatcher(condition.domains)
      return ({ text }) => linkHosts(text).some(matches)
    }
    case 'longer':
      return ({ text }) => characters(text) > condition.than
    case 'shorter':
      return ({ text }) => characters(text) < condition.than
    case 'capitals':
      return ({ text }) => isInCapitals(text, condition.percent)
    case 'authorName': {
      const index = indexOf(condition.words)
      return ({ userName }) => hasWord(index, userName)
    }
    case 'firstMessage':
      return (_, { isFirst }) => isFirst
  }
}

/** The words of a condition: its own, and those of its lists. */
export const wordIndexes = (condition: RuleCondition & { kind: 'words' }, lists: WordLists): WordIndex[] => [
  ...(condition.words.length > 0 ? [indexOf(condition.words)] : []),
  ...[...new Set(condition.lists)].flatMap((listId) => lists.get(listId) ?? []),
]

/** The hosts of the links in a text, without a port. Nothing without http:// or https:// is a link in a chat. */
const linkHosts = (text: string): string[] => linksIn(text).map(({ host }) => host)

/** UTF-16 offsets in the text; `end` is exclusive. */
export function linksIn(text: string): { host: string; start: number; end: number }[] {
  if (!/https?:\/\//i.test(text)) return []
  let end = 0
  return messageParts(text).flatMap((part) => {
    const start = end
    end += part.text.length
    return part.kind === 'link' ? [{ host: part.host.replace(/:\d+$/, '').replace(/\.$/, ''), start, end }] : []
  })
}

/** Whether a host is one of these domains, or a subdomain of one. */
export function hostMatcher(domains: readonly string[]): (host: string) => boolean {
  const known = new Set(domains)
  return (host) => {
    for (let from = 0; from >= 0; from = nextLabel(host, from)) if (known.has(host.slice(from))) return true
    return false
  }
}

function nextLabel(host: string, from: number): number {
  const dot = host.indexOf('.', from)
  return dot < 0 ? -1 : dot + 1
}

/** Code points, which is how people count letters in any script; an emoji may have several. */
export const characters = (text: string) => Array.from(text).length

function isInCapitals(text: string, percent: number): boolean {
  const { letters, upper } = capitalsOf(text)
  return letters >= minLettersForCapitals && upper * 100 >= letters * percent
}

/** Letters that have a case, and those in upper case. */
export function capitalsOf(text: string): { letters: number; upper: number } {
  let upper = 0
  let letters = 0
  for (const [letter] of text.matchAll(/\p{Lu}|\p{Ll}/gu)) {
    letters++
    if (letter !== letter.toLowerCase()) upper++
  }
  return { letters, upper }
}
