import type { Message } from '#contract/messages.ts'
import { isWindowCondition, type Rule, type WindowCondition } from '#contract/rules/rule.ts'
import type { Hit } from '#contract/gateway/review.ts'
import { compileCondition, type Highlights, type WordLists } from './message-conditions.ts'
import type { ConditionResults } from './rule-matcher.ts'

/** Why a rule matched a message, for people: the conditions that are met, and the parts of the text that meet them. */

type Reasons = Hit['reasons']

export interface Explanation {
  reasons: Reasons
  /** See SeenMessage. */
  highlights: Highlights
}

const maxReasons = 10
const maxHighlights = 50
/** Compiles a rule once for all of its messages. @param results what the matcher found for a message that it matched */
export function matchExplainer(rule: Rule, lists: WordLists): (message: Message, results: ConditionResults) => Explanation {
  const conditions = rule.groups.flatMap(({ match, conditions: ofGroup }, group) =>
    // A condition that a message must not meet explains nothing.
    match === 'none'
      ? []
      : ofGroup.map((condition, index) => ({
          group,
          index,
          kind: condition.kind,
          explain: isWindowCondition(condition) ? countInWords(condition) : compileCondition(condition, lists).explain,
        })),
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
