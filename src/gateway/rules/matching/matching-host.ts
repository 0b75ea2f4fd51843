import { expressionOf } from '#engine/analysis/rules/expression.ts'
import { ruleFaults, type WordLists } from '#engine/analysis/rules/message-conditions.ts'
import { patternsOf } from '#engine/analysis/rules/rule-cost.ts'
import { indexWords, type WordIndex } from '#engine/analysis/rules/rule-words.ts'
import { authorKey } from '#engine/analysis/indexed-message.ts'
import { createMessageWindows } from '#engine/analysis/rules/message-window.ts'
import { createTextForms } from '#engine/analysis/text-forms.ts'
import { minWaveSize, waveWindowSeconds } from '#engine/analysis/waves.ts'
import type { Message } from '#contract/messages.ts'
import { type Rule, isWindowCondition } from '#contract/rules/rule.ts'
import {
  matchingOver,
  type AccountRequest,
  type Answers,
  type Found,
  type MatchingRequest,
  type Wave,
  type Matching,
} from './matching-thread.ts'
import { matchExplainer } from '#engine/analysis/rules/explain-match.ts'
import { compileRule, type ConditionResults, type KnownAuthors, type RuleMatcher } from '#engine/analysis/rules/rule-matcher.ts'

/** The matchers of one chat: each rule with the messages that its conditions count. */

/** A rule whose words and expressions are compiled, for all of its chats. @param key changes whenever the rule, its state or its word lists change */
function compiledRule(key: string, rule: Rule, lists: WordLists) {
  // Compiled on demand, because most rules rarely match.
  let explainer: ReturnType<typeof matchExplainer> | undefined
  return {
    key,
    matcher: compileRule(rule, lists),
    /** Why it matched a message, for people. */
    explain: (message: Message, results: ConditionResults) => (explainer ??= matchExplainer(rule, lists))(message, results),
    windowSeconds: windowSecondsOf(rule),
  }
}

type CompiledRule = ReturnType<typeof compiledRule>

/** The longest period in which a rule counts messages, in seconds; 0: it counts none. */
export const windowSecondsOf = ({ groups }: Rule): number =>
  Math.max(0, ...groups.flatMap(({ conditions }) => conditions.filter(isWindowCondition).map(({ seconds }) => seconds)))

/** Recent messages are kept for rules that start later; beyond this number the oldest are dropped. */
const maxRecent = 20_000
/** Stays empty: `first` tells for each message whether its author is known. */
const noAuthors = new Set<string>()

/** @param onRule is told the position of each rule before it looks at a message */
function createChatMatchers(onRule: (index: number) => void) {
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
    add: (message: Message, first: boolean) => {
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

type ChatMatchers = ReturnType<typeof createChatMatchers>

interface Account {
  lists: Map<string, WordIndex>
  rules: Map<string, CompiledRule>
  chats: Map<number, { matchers: ChatMatchers; waves: ReturnType<typeof createWaveWatch> }>
}

const newAccount = (): Account => ({ lists: new Map(), rules: new Map(), chats: new Map() })

/**
 * Owns the compiled rules of all accounts, and what their conditions count in each chat. Runs in the thread of the rules.
 * @param onRule is told the position, among the keys of a request, of each rule before it looks at a message
 */
export function createMatchingHost(onRule: (index: number) => void) {
  const accounts = new Map<number, Account>()

  function answerOf(account: Account, request: AccountRequest): Answers[AccountRequest['kind']] {
    const { lists, rules } = account
    switch (request.kind) {
      case 'list':
        lists.set(request.id, indexWords(wordsIn(request.json)))
        return null
      case 'rule': {
        const { key, rule } = request
        rules.set(key, compiledRule(key, rule, lists))
        return { faults: ruleFaults(rule, lists), size: sizeOf(rule) }
      }
      case 'keep': {
        keepOnly(rules, request.keys)
        keepOnly(lists, request.listIds)
        keepOnly(account.chats, request.chatIds)
        return null
      }
      case 'read':
        return read(account, request)
    }
  }

  function read({ rules, chats }: Account, { chatId, keys, messages }: AccountRequest & { kind: 'read' }): Found {
    let chat = chats.get(chatId)
    if (!chat) chats.set(chatId, (chat = { matchers: createChatMatchers(onRule), waves: createWaveWatch() }))
    chat.matchers.use(keys.flatMap((key) => rules.get(key) ?? []))
    const found: Found = { matches: [], waves: [] }
    for (const { message, isFirst, isNew } of messages) {
      const wave = chat.waves.add(message)
      if (wave && isNew) found.waves.push(wave)
      for (const { rule, message: matched, results } of chat.matchers.add(message, isFirst))
        found.matches.push({ key: rule.key, message: matched, ...rule.explain(matched, results) })
    }
    return found
  }

  return {
    answer: (request: MatchingRequest): Answers[keyof Answers] => {
      if (request.kind === 'check') return { faults: ruleFaults(request.rule, new Map()), size: sizeOf(request.rule) }
      const account = accounts.get(request.account) ?? newAccount()
      if (request.kind === 'close') {
        accounts.delete(request.account)
        return null
      }
      accounts.set(request.account, account)
      return answerOf(account, request)
    },
  }
}

function keepOnly<Key>(of: Map<Key, unknown>, keys: readonly Key[]) {
  const kept = new Set(keys)
  for (const key of of.keys()) if (!kept.has(key)) of.delete(key)
}

/** Stored by our own schema (contract/rules/rule.ts). */
const wordsIn = (json: string): string[] => (JSON.parse(json) as { words: string[] }).words

/** A faulty expression has no program. */
const sizeOf = (rule: Rule): number =>
  patternsOf(rule).reduce((sum, pattern) => {
    const expression = expressionOf(pattern)
    return sum + (expression.kind === 'fault' ? 0 : expression.size)
  }, 0)

/** A text is compared with the forms of the last messages only, to limit memory. */
const maxForms = 5000

/** Detects the start of a wave in a chat: many nearly identical messages within a short time. Commonplace texts do not count. */
function createWaveWatch() {
  let forms = createTextForms()
  let windows = createMessageWindows<{ time: number; author: string }>({
    seconds: waveWindowSeconds,
    count: 'messages',
    atLeast: minWaveSize,
  })
  let seen = 0
  /** By group: when the last message of its wave was posted. */
  const lastOfWave = new Map<number, number>()

  return {
    /** Takes the messages in the order of their time. Returns the wave that starts with this message; null: none does. */
    add: (message: Message): Wave | null => {
      if (++seen > maxForms) {
        forms = createTextForms()
        windows = createMessageWindows({ seconds: waveWindowSeconds, count: 'messages', atLeast: minWaveSize })
        lastOfWave.clear()
        seen = 0
      }
      const form = forms.of(message.text)
      if (forms.isCommonplace(form)) return null
      const group = forms.group(form)
      const full = windows.add(group, { time: message.time, author: authorKey(message) })
      if (full.length === 0) return null
      const before = lastOfWave.get(group)
      lastOfWave.set(group, message.time)
      const isNew = before === undefined || message.time - before > waveWindowSeconds
      return isNew ? { sample: message.text, count: full.length } : null
    },
  }
}

/** Compares on the thread that calls it, as some tests and benchmarks do. */
export function matchingHere(): Matching {
  const host = createMatchingHost(() => {})
  const send = async <R extends MatchingRequest>(request: R) => host.answer(request) as Answers[R['kind']]
  return { ...matchingOver(send, () => 0), close: async () => {} }
}
