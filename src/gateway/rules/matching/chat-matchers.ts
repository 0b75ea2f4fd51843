import { isWindowCondition, type Rule } from '#contract/rules/rule.ts'
import type { Message } from '#contract/messages.ts'
import type { WordLists } from '#engine/analysis/rules/message-conditions.ts'
import { matchExplainer } from '#engine/analysis/rules/explain-match.ts'
import { compileRule, type ConditionResults, type KnownAuthors, type RuleMatcher } from '#engine/analysis/rules/rule-matcher.ts'

/** The matchers of one chat: each rule with the messages that its conditions count. */

/** A rule whose words and expressions are compiled, for all of its chats. */
export interface CompiledRule {
  /** Changes whenever the rule, its state or its word lists change. */
  key: string
  matcher: (authors: KnownAuthors) => RuleMatcher
  /** Why it matched a message, for people. */
  explain: ReturnType<typeof matchExplainer>
  windowSeconds: number
}

export function compiledRule(key: string, rule: Rule, lists: WordLists): CompiledRule {
  // Compiled on demand, because most rules rarely match.
  let explain: CompiledRule['explain'] | undefined
  return {
    key,
    matcher: compileRule(rule, lists),
    explain: (message, results) => (explain ??= matchExplainer(rule, lists))(message, results),
    windowSeconds: windowSecondsOf(rule),
  }
}

/** The longest period in which a rule counts messages, in seconds; 0: it counts none. */
export const windowSecondsOf = ({ groups }: Rule): number =>
  Math.max(0, ...groups.flatMap(({ conditions }) => conditions.filter(isWindowCondition).map(({ seconds }) => seconds)))

export interface RuleMatch {
  rule: CompiledRule
  message: Message
  results: ConditionResults
}

/** Recent messages are kept for rules that start later; beyond this number the oldest are dropped. */
const maxRecent = 20_000
/** Stays empty: `first` tells for each message whether its author is known. */
const noAuthors = new Set<string>()

/** @param onRule is told the position of each rule before it looks at a message */
export function createChatMatchers(onRule: (index: number) => void) {
  /** A rule has a matcher from the first message on, because most chats are quiet. */
  let matchers: { rule: CompiledRule; matcher: RuleMatcher | null }[] = []
  /** By time. */
  let recent: Message[] = []
  let isFirst = false
  const authors: KnownAuthors = { has: () => !isFirst, add: () => noAuthors }

  const windowSeconds = () => Math.max(0, ...matchers.map(({ rule }) => rule.windowSeconds))

  function start(rule: CompiledRule): RuleMatcher {
    const matcher = rule.matcher(authors)
    isFirst = false
    // Matches among them are ignored, because they were posted before the rule started.
    if (rule.windowSeconds > 0) for (const message of recent) matcher.add(message)
    return matcher
  }

  function keep(message: Message) {
    recent.push(message)
    if (recent.length < 2 * maxRecent && message.time - (recent[0]?.time ?? 0) <= 2 * windowSeconds() + 60) return
    recent = recent.filter(({ time }) => message.time - time <= windowSeconds()).slice(-maxRecent)
  }

  return {
    /** Sets the rules that watch the chat from now on. Rules that watched it before keep their counts. */
    use: (rules: readonly CompiledRule[]) => {
      if (rules.length === matchers.length && rules.every((rule, index) => rule === matchers[index]?.rule)) return
      const before = new Map(matchers.map((one) => [one.rule, one]))
      matchers = rules.map((rule) => before.get(rule) ?? { rule, matcher: null })
      for (const one of matchers) if (one.rule.windowSeconds > 0) one.matcher ??= start(one.rule)
      if (windowSeconds() === 0) recent = []
    },
    /**
     * Takes the messages of the chat in the order of their time.
     * @param first whether this is the first message of its author
     */
    add: (message: Message, first: boolean): RuleMatch[] => {
      if (windowSeconds() > 0) keep(message)
      return matchers.flatMap((one, index) => {
        onRule(index)
        const matcher = (one.matcher ??= start(one.rule))
        isFirst = first
        return matcher.add(message).map((matched) => ({ rule: one.rule, message: matched, results: matcher.resultsOf(matched) }))
      })
    },
  }
}

export type ChatMatchers = ReturnType<typeof createChatMatchers>
