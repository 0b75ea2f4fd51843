import { expressionOf } from '#engine/analysis/rules/expression.ts'
import { ruleFaults } from '#engine/analysis/rules/message-conditions.ts'
import { patternsOf } from '#engine/analysis/rules/rule-cost.ts'
import { indexWords, type WordIndex } from '#engine/analysis/rules/rule-words.ts'
import { authorKey } from '#engine/analysis/authors.ts'
import { createMessageWindows } from '#engine/analysis/rules/message-window.ts'
import { createTextForms } from '#engine/analysis/text-forms.ts'
import { minWaveSize, waveWindowSeconds } from '#engine/analysis/waves.ts'
import type { Message } from '#contract/messages.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { compiledRule, createChatMatchers, type ChatMatchers, type CompiledRule } from './chat-matchers.ts'
import type { AccountRequest, Answers, Found, MatchingRequest, Wave } from './matching.ts'

/** Owns the compiled rules of all accounts, and what their conditions count in each chat. Runs in the thread of the rules. */

interface Account {
  lists: Map<string, WordIndex>
  rules: Map<string, CompiledRule>
  chats: Map<number, { matchers: ChatMatchers; waves: ReturnType<typeof createWaveWatch> }>
}

const newAccount = (): Account => ({ lists: new Map(), rules: new Map(), chats: new Map() })

/** @param onRule is told the position, among the keys of a request, of each rule before it looks at a message */
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

/** Stored by our own schema (contract/rules/word-list.ts). */
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
