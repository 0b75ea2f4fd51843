import { isWindowCondition, type Rule } from '#contract/rules/rule.ts'
import type { Message } from '#contract/messages.ts'
import type { WordLists } from '#analysis/rules/message-conditions.ts'
import { matchExplainer } from '#analysis/rules/explain-match.ts'
import { compileRule, type ConditionResults, type KnownAuthors, type RuleMatcher } from '#analysis/rules/rule-matcher.ts'
import type { RunningRule } from '../store.ts'

/** The matchers of one chat: each rule with the messages that its conditions count. */

/** A rule whose words and expressions are compiled, for all of its chats. */
export interface CompiledRule extends RunningRule {
  /** Changes whenever the rule, its state or its word lists change. */
  key: string
  matcher: (authors: KnownAuthors) => RuleMatcher
  /** Why it matched a message, for people. */
  explain: ReturnType<typeof matchExplainer>
  /** The longest period in which it counts messages, in seconds; 0: it counts none. */
  windowSeconds: number
  /** Whether it has a condition about first messages. */
  needsAuthors: boolean
}

/**
 * @param listsKey changes with the words of any list
 * @param before compiled rules by their key, which are reused
 */
export function compiledRule(
  running: RunningRule,
  { lists, listsKey, before }: { lists: WordLists; listsKey: string; before: ReadonlyMap<string, CompiledRule> },
): CompiledRule {
  const conditions = running.rule.groups.flatMap((group) => group.conditions)
  const hasLists = conditions.some((condition) => condition.kind === 'words' && condition.lists.length > 0)
  const key = keyOf(running, hasLists ? listsKey : '')
  const known = before.get(key)
  if (known) return known
  // Compiled on demand, because most rules rarely match.
  let explain: CompiledRule['explain'] | undefined
  return {
    ...running,
    key,
    matcher: compileRule(running.rule, lists),
    explain: (message, results) => (explain ??= matchExplainer(running.rule, lists))(message, results),
    windowSeconds: windowSecondsOf(running.rule),
    needsAuthors: conditions.some(({ kind }) => kind === 'firstMessage'),
  }
}

const keyOf = ({ id, version, since, state }: RunningRule, listsKey: string) => `${id} ${version} ${since} ${state} ${listsKey}`

const windowSecondsOf = ({ groups }: Rule): number =>
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

export function createChatMatchers() {
  let matchers: { rule: CompiledRule; matcher: RuleMatcher }[] = []
  /** By time. */
  let recent: Message[] = []
  let isFirst = false
  const authors: KnownAuthors = { has: () => !isFirst, add: () => noAuthors }

  const windowSeconds = () => Math.max(0, ...matchers.map(({ rule }) => rule.windowSeconds))

  function start(rule: CompiledRule) {
    const matcher = rule.matcher(authors)
    isFirst = false
    // Matches among them are ignored, because they were posted before the rule started.
    if (rule.windowSeconds > 0) for (const message of recent) matcher.add(message)
    return { rule, matcher }
  }

  function keep(message: Message) {
    recent.push(message)
    if (recent.length < 2 * maxRecent && message.time - (recent[0]?.time ?? 0) <= 2 * windowSeconds() + 60) return
    recent = recent.filter(({ time }) => message.time - time <= windowSeconds()).slice(-maxRecent)
  }

  return {
    /** Sets the rules that watch the chat from now on. Rules that watched it before keep their counts. */
    use: (rules: readonly CompiledRule[]) => {
      const before = new Map(matchers.map((one) => [one.rule.key, one]))
      matchers = rules.map((rule) => before.get(rule.key) ?? start(rule))
      if (windowSeconds() === 0) recent = []
    },
    rules: () => matchers.map(({ rule }) => rule),
    windowSeconds,
    /**
     * Takes the messages of the chat in the order of their time.
     * @param first whether this is the first message of its author
     */
    add: (message: Message, first: boolean): RuleMatch[] => {
      isFirst = first
      if (windowSeconds() > 0) keep(message)
      return matchers.flatMap(({ rule, matcher }) =>
        matcher.add(message).map((matched) => ({ rule, message: matched, results: matcher.resultsOf(matched) })),
      )
    },
  }
}

export type ChatMatchers = ReturnType<typeof createChatMatchers>
