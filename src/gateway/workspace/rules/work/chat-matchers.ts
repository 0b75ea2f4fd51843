import { isWindowCondition, type Rule } from '#contract/rules/rule.ts'
import type { Message } from '#contract/messages.ts'
import type { WordLists } from '#analysis/rules/message-conditions.ts'
import { matchExplainer } from '#analysis/rules/explain-match.ts'
import { compileRule, type Holds, type KnownAuthors, type RuleMatcher } from '#analysis/rules/rule-matcher.ts'
import type { RunningRule } from '../store.ts'

/** The rules of one chat, each with the messages that its conditions count. */

/** A rule whose words and expressions are compiled, for all of its chats. */
export interface CompiledRule extends RunningRule {
  /** Another one where anything about it is different. */
  key: string
  matcher: (authors: KnownAuthors) => RuleMatcher
  /** Why it named a message, for people. */
  explain: ReturnType<typeof matchExplainer>
  /** The longest time in which it counts messages, in seconds; 0: it counts none. */
  windowSeconds: number
  /** Whether it asks for first messages of authors. */
  asksAuthors: boolean
}

/**
 * @param listsKey another one where the words of any list are different
 * @param before compiled ones by their key, which are used again
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
  // Most rules name nothing for long.
  let explain: CompiledRule['explain'] | undefined
  return {
    ...running,
    key,
    matcher: compileRule(running.rule, lists),
    explain: (message, holds) => (explain ??= matchExplainer(running.rule, lists))(message, holds),
    windowSeconds: windowSecondsOf(running.rule),
    asksAuthors: conditions.some(({ kind }) => kind === 'firstMessage'),
  }
}

const keyOf = ({ id, version, since, state }: RunningRule, listsKey: string) => `${id} ${version} ${since} ${state} ${listsKey}`

const windowSecondsOf = ({ groups }: Rule): number =>
  Math.max(0, ...groups.flatMap(({ conditions }) => conditions.filter(isWindowCondition).map(({ seconds }) => seconds)))

export interface Named {
  rule: CompiledRule
  message: Message
  holds: Holds
}

/** The messages that are kept for rules which begin later; beyond this many the oldest are forgotten. */
const maxRecent = 20_000
/** A set that stays empty: who is known is decided for each message. */
const nobody = new Set<string>()

export function createChatMatchers() {
  let matchers: { rule: CompiledRule; matcher: RuleMatcher }[] = []
  /** By time. */
  let recent: Message[] = []
  let isFirst = false
  const authors: KnownAuthors = { has: () => !isFirst, add: () => nobody }

  const windowSeconds = () => Math.max(0, ...matchers.map(({ rule }) => rule.windowSeconds))

  function start(rule: CompiledRule) {
    const matcher = rule.matcher(authors)
    isFirst = false
    // What it would have named among them was posted before it was started.
    if (rule.windowSeconds > 0) for (const message of recent) matcher.add(message)
    return { rule, matcher }
  }

  function keep(message: Message) {
    recent.push(message)
    if (recent.length < 2 * maxRecent && message.time - (recent[0]?.time ?? 0) <= 2 * windowSeconds() + 60) return
    recent = recent.filter(({ time }) => message.time - time <= windowSeconds()).slice(-maxRecent)
  }

  return {
    /** The rules that watch the chat from now on. Those that did so before go on with what they have counted. */
    use: (rules: readonly CompiledRule[]) => {
      const before = new Map(matchers.map((one) => [one.rule.key, one]))
      matchers = rules.map((rule) => before.get(rule.key) ?? start(rule))
      if (windowSeconds() === 0) recent = []
    },
    rules: () => matchers.map(({ rule }) => rule),
    windowSeconds,
    /**
     * Takes the messages of the chat in the order of their time.
     * @param first whether its author wrote nothing before
     */
    add: (message: Message, first: boolean): Named[] => {
      isFirst = first
      if (windowSeconds() > 0) keep(message)
      return matchers.flatMap(({ rule, matcher }) =>
        matcher.add(message).map((named) => ({ rule, message: named, holds: matcher.holds(named) })),
      )
    },
  }
}

export type ChatMatchers = ReturnType<typeof createChatMatchers>
