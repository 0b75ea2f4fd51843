import type { Message } from '#contract/messages.ts'
import type { Hit } from '#contract/gateway/review.ts'
import type { MessageCondition, Rule, RuleCondition } from '#contract/rules/rule.ts'
import { messageParts } from '../visible-text.ts'
import { expressionOf, type ExpressionFault, type LinearExpression } from './expression.ts'
import { findWords, hasWord, indexOf, indexWords, type WordIndex } from './rule-words.ts'

/** The conditions that depend on a single message: when they are met, and why. */

export interface ConditionContext {
  /** Whether this is the first message of its author in the chat, as far as it was read. */
  isFirst: boolean
}
type MessageTest = (message: Message, context: ConditionContext) => boolean

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

export type Highlights = Hit['message']['highlights']

/** What one condition found in a message; null: it is not met. */
type Explain = (message: Message) => { words: string; highlights: Highlights } | null

/** Words and hosts in the explanation of one condition. */
const maxListed = 3
const maxPatternLength = 60

/** Shorter texts are too short to count as written in capitals. */
const minLettersForCapitals = 8

/**
 * A condition about a single message, compiled. One with a fault (ruleFaults) matches nothing, so that a fault never deletes a message.
 * `explain`: a string where the condition does not depend on the message alone, so that only the matcher knows whether it is met.
 */
interface CompiledCondition {
  test: MessageTest
  explain: Explain | string
}

export function compileCondition(condition: MessageCondition, lists: WordLists): CompiledCondition {
  switch (condition.kind) {
    case 'words': {
      const indexes = wordIndexes(condition, lists)
      return { test: ({ text }) => indexes.some((index) => hasWord(index, text)), explain: wordsExplainer(indexes) }
    }
    case 'expression': {
      const expression = expressionOf(condition.pattern)
      if (expression.kind === 'fault') return { test: () => false, explain: () => null }
      return { test: ({ text }) => expression.test(text), explain: expressionExplainer(condition.pattern, expression) }
    }
    case 'linkOutside': {
      const isAllowed = hostMatcher(condition.allowed)
      return linkCondition((host) => !isAllowed(host))
    }
    case 'linkTo':
      return linkCondition(hostMatcher(condition.domains))
    case 'longer':
      return explainedIfMet(({ text }) => characters(text) > condition.than, explainLength)
    case 'shorter':
      return explainedIfMet(({ text }) => characters(text) < condition.than, explainLength)
    case 'capitals':
      return explainedIfMet(
        ({ text }) => isInCapitals(text, condition.percent),
        ({ text }) => {
          const { letters, upper } = capitalsOf(text)
          return { words: `${Math.floor((100 * upper) / letters)} % capitals, ${charactersInWords(text)}`, highlights: [wholeText(text)] }
        },
      )
    case 'authorName': {
      const index = indexOf(condition.words)
      return explainedIfMet(
        ({ userName }) => hasWord(index, userName),
        ({ userName }) => ({ words: `Author name with ${quoted(findWords([index], userName).map(({ word }) => word))}`, highlights: [] }),
      )
    }
    case 'firstMessage':
      return { test: (_, { isFirst }) => isFirst, explain: 'First message of the author' }
  }
}

const explainedIfMet = (test: (message: Message) => boolean, explain: Explain): CompiledCondition => ({
  test,
  explain: (message) => (test(message) ? explain(message) : null),
})

const explainLength: Explain = ({ text }) => ({ words: charactersInWords(text), highlights: [] })

function wordsExplainer(indexes: readonly WordIndex[]): Explain {
  return ({ text }) => {
    const found = findWords(indexes, text)
    if (found.length === 0) return null
    const written = quoted(found.filter(({ isDisguised }) => !isDisguised).map(({ word }) => word))
    const disguised = quoted(found.filter(({ isDisguised }) => isDisguised).map(({ word }) => word))
    const parts = [written, disguised && `written like ${disguised}`].filter(Boolean)
    return { words: parts.join(', '), highlights: found.map(({ start, end }) => ({ start, end })) }
  }
}

function expressionExplainer(pattern: string, expression: LinearExpression): Explain {
  const words = `Matches the expression ${pattern.length > maxPatternLength ? `${pattern.slice(0, maxPatternLength)}…` : pattern}`
  return ({ text }) => {
    const found = expression.find(text)
    return found && { words, highlights: found.to > found.from ? [{ start: found.from, end: found.to }] : [] }
  }
}

/** Of hosts that match. Nothing without http:// or https:// is a link in a chat. */
const linkCondition = (matches: (host: string) => boolean): CompiledCondition => ({
  test: ({ text }) => linksIn(text).some(({ host }) => matches(host)),
  explain: ({ text }) => {
    const links = linksIn(text).filter(({ host }) => matches(host))
    if (links.length === 0) return null
    const hosts = [...new Set(links.map(({ host }) => host))]
    const highlights = links.map(({ host, start, end }) => {
      // If the link disguises its host, the whole link is highlighted.
      const at = text.slice(start, end).toLowerCase().indexOf(`//${host}`)
      return at < 0 ? { start, end } : { start: start + at + 2, end: start + at + 2 + host.length }
    })
    return { words: `Link to ${shortList(hosts)}`, highlights }
  },
})

function charactersInWords(text: string): string {
  const count = characters(text)
  return count === 1 ? '1 character' : `${count.toLocaleString('en')} characters`
}

const quoted = (words: readonly string[]): string => shortList([...new Set(words)].map((word) => `“${word}”`))

const shortList = (items: readonly string[]): string =>
  items.length > maxListed ? `${items.slice(0, maxListed).join(', ')} and ${items.length - maxListed} more` : items.join(', ')

/** From its first letter to its last. */
function wholeText(text: string): Highlights[number] {
  const start = text.search(/\p{L}/u)
  let end = text.length
  while (end > start && !/\p{L}$/u.test(text.slice(Math.max(start, end - 2), end))) end--
  return { start, end }
}

/** The words of a condition: its own, and those of its lists. */
const wordIndexes = (condition: RuleCondition & { kind: 'words' }, lists: WordLists): WordIndex[] => [
  ...(condition.words.length > 0 ? [indexOf(condition.words)] : []),
  ...[...new Set(condition.lists)].flatMap((listId) => lists.get(listId) ?? []),
]

/** The links in a text, with their hosts without a port. UTF-16 offsets; `end` is exclusive. */
function linksIn(text: string): { host: string; start: number; end: number }[] {
  if (!/https?:\/\//i.test(text)) return []
  let end = 0
  return messageParts(text).flatMap((part) => {
    const start = end
    end += part.text.length
    return part.kind === 'link' ? [{ host: part.host.replace(/:\d+$/, '').replace(/\.$/, ''), start, end }] : []
  })
}

/** Whether a host is one of these domains, or a subdomain of one. */
function hostMatcher(domains: readonly string[]): (host: string) => boolean {
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
const characters = (text: string) => Array.from(text).length

function isInCapitals(text: string, percent: number): boolean {
  const { letters, upper } = capitalsOf(text)
  return letters >= minLettersForCapitals && upper * 100 >= letters * percent
}

/** Letters that have a case, and those in upper case. */
function capitalsOf(text: string): { letters: number; upper: number } {
  let upper = 0
  let letters = 0
  for (const [letter] of text.matchAll(/\p{Lu}|\p{Ll}/gu)) {
    letters++
    if (letter !== letter.toLowerCase()) upper++
  }
  return { letters, upper }
}
