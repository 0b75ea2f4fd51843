import { expressionOf } from '#engine/analysis/rules/expression.ts'
import { ruleFaults } from '#engine/analysis/rules/message-conditions.ts'
import { patternsOf } from '#engine/analysis/rules/rule-cost.ts'
import { indexWords, type WordIndex } from '#engine/analysis/rules/rule-words.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { compiledRule, createChatMatchers, type ChatMatchers, type CompiledRule } from './chat-matchers.ts'
import type { AccountRequest, Answers, Found, MatchingRequest } from './matching.ts'
import { createWaveWatch, type WaveWatch } from './waves.ts'

/** Owns the compiled rules of all accounts, and what their conditions count in each chat. Runs in the thread of the rules. */

interface Account {
  lists: Map<string, WordIndex>
  rules: Map<string, CompiledRule>
  chats: Map<number, { matchers: ChatMatchers; waves: WaveWatch }>
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
