import type { Message } from '#contract/messages.ts'
import { isWindowCondition, type MessageCondition, type Rule, type WindowCondition } from '#contract/rules/rule.ts'
import type { Hit } from '#contract/gateway/review.ts'
import { expressionOf } from './expression.ts'
import { capitalsOf, characters, hostMatcher, linksIn, messageTest, wordIndexes, type WordLists } from './message-conditions.ts'
import type { ConditionResults } from './rule-matcher.ts'
import { findWords, indexOf, type WordIndex } from './rule-words.ts'

/** Why a rule matched a message, for people: the conditions that are met, and the parts of the text that meet them. */

type Reasons = Hit['reasons']
type Highlights = Hit['message']['highlights']

export interface Explanation {
  reasons: Reasons
  /** See SeenMessage. */
  highlights: Highlights
}

/** What one condition found in a message; null: it is not met. */
type Explain = (message: Message) => { words: string; highlights: Highlights } | null

const maxReasons = 10
const maxHighlights = 50
/** Words and hosts in the explanation of one condition. */
const maxListed = 3
const maxPatternLength = 60

/** Compiles a rule once for all of its messages. @param results what the matcher found for a message that it matched */
export function matchExplainer(rule: Rule, lists: WordLists): (message: Message, results: ConditionResults) => Explanation {
  const conditions = rule.groups.flatMap(({ match, conditions: ofGroup }, group) =>
    // A condition that a message must not meet explains nothing.
    match === 'none'
      ? []
      : ofGroup.map((condition, index) => ({ group, index, kind: condition.kind, explain: explainer(condition, lists) })),
  )
  return (message, results) => {
    const reasons = new Map<string, Reasons[number]>()
    const highlights: Highlights = []
    for (const { group, index, kind, explain } of conditions) {
      const found = typeof explain === 'string' ? results[group]?.[index] && { words: explain, highlights: [] } : explain(message)
      if (!found) continue
      reasons.set(found.words, { kind, words: found.words })
      highlights.push(...found.highlights)
    }
    return { reasons: [...reasons.values()].slice(0, maxReasons), highlights: merged(highlights).slice(0, maxHighlights) }
  }
}

/** A string: the condition does not depend on the message alone, so only the matcher knows whether it is met. */
function explainer(condition: MessageCondition | WindowCondition, lists: WordLists): Explain | string {
  if (isWindowCondition(condition)) return countInWords(condition)
  switch (condition.kind) {
    case 'words':
      return wordsExplainer(wordIndexes(condition, lists))
    case 'expression':
      return expressionExplainer(condition.pattern)
    case 'linkOutside': {
      const isAllowed = hostMatcher(condition.allowed)
      return linkExplainer((host) => !isAllowed(host))
    }
    case 'linkTo':
      return linkExplainer(hostMatcher(condition.domains))
    case 'longer':
    case 'shorter':
      return explainIfMet(condition, lists, ({ text }) => ({ words: charactersInWords(text), highlights: [] }))
    case 'capitals':
      return explainIfMet(condition, lists, ({ text }) => {
        const { letters, upper } = capitalsOf(text)
        return { words: `${Math.floor((100 * upper) / letters)} % capitals, ${charactersInWords(text)}`, highlights: [wholeText(text)] }
      })
    case 'authorName': {
      const index = indexOf(condition.words)
      return explainIfMet(condition, lists, ({ userName }) => ({
        words: `Author name with ${quoted(findWords([index], userName).map(({ word }) => word))}`,
        highlights: [],
      }))
    }
    case 'firstMessage':
      return 'First message of the author'
  }
}

function explainIfMet(condition: MessageCondition, lists: WordLists, explain: Explain): Explain {
  const test = messageTest(condition, lists)
  return (message) => (test(message, { isFirst: false }) ? explain(message) : null)
}

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

function expressionExplainer(pattern: string): Explain {
  const expression = expressionOf(pattern)
  if (expression.kind === 'fault') return () => null
  const words = `Matches the expression ${pattern.length > maxPatternLength ? `${pattern.slice(0, maxPatternLength)}…` : pattern}`
  return ({ text }) => {
    const found = expression.find(text)
    return found && { words, highlights: found.to > found.from ? [{ start: found.from, end: found.to }] : [] }
  }
}

function linkExplainer(matches: (host: string) => boolean): Explain {
  return ({ text }) => {
    const links = linksIn(text).filter(({ host }) => matches(host))
    if (links.length === 0) return null
    const hosts = [...new Set(links.map(({ host }) => host))]
    const highlights = links.map(({ host, start, end }) => {
      // If the link disguises its host, the whole link is highlighted.
      const at = text.slice(start, end).toLowerCase().indexOf(`//${host}`)
      return at < 0 ? { start, end } : { start: start + at + 2, end: start + at + 2 + host.length }
    })
    return { words: `Link to ${shortList(hosts)}`, highlights }
  }
}

function countInWords(condition: WindowCondition): string {
  const time = condition.seconds % 60 === 0 ? `${condition.seconds / 60} min` : `${condition.seconds} s`
  switch (condition.kind) {
    case 'authorRate':
      return `More than ${messagesInWords(condition.moreThan)} by the author in ${time}`
    case 'sameText':
      return `Nearly the same text by ${condition.authors} authors in ${time}`
    case 'chatRate':
      return `More than ${messagesInWords(condition.moreThan)} in the chat in ${time}`
  }
}

const messagesInWords = (count: number) => (count === 1 ? '1 message' : `${count.toLocaleString('en')} messages`)

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

/** Ascending, without overlaps. */
function merged(highlights: Highlights): Highlights {
  const result: Highlights = []
  for (const { start, end } of highlights.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}
