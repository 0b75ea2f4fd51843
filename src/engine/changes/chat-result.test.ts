import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChatChanges, ChatOutcome } from '#contract/gateway/chat-changes.ts'
import type { SettingName } from '#contract/settings.ts'
import { emptyResult, type ChatOrder, ordersIn, packOrders, packResult, resultIn } from './chat-result.ts'

const names: SettingName[] = ['allowLinks', 'mentions', 'allowImages']
const change = fc.record({ name: fc.constantFrom(...names), base: fc.boolean(), value: fc.boolean() })
const order = fc
  .record({ chatId: fc.integer({ min: 1, max: 50 }), changes: fc.uniqueArray(change, { selector: ({ name }) => name, minLength: 1 }) })
  .map(({ chatId, changes }): ChatOrder => ({
    chatId,
    chatName: `Chat ${chatId}`,
    base: Object.fromEntries(changes.map(({ name, base }) => [name, base])),
    changes: Object.fromEntries(changes.map(({ name, value }) => [name, value])),
    acceptedRisks: [],
  }))
const orders = fc.uniqueArray(order, { selector: ({ chatId }) => chatId, minLength: 1 })

test('orders are the same after they were sent', () => {
  fc.assert(
    fc.property(orders, (list) => {
      expect(ordersIn(ChatChanges.parse(packOrders(list)))).toEqual(list)
    }),
  )
})

test('an edit that thousands of chats have in common is sent once', () => {
  const many = Array.from({ length: 2000 }, (_, index): ChatOrder => ({
    chatId: 1000 + index,
    chatName: 'Hall',
    base: { offlineMessage: '', allowLinks: index % 2 === 0 },
    changes: { offlineMessage: 'Closed'.repeat(500), allowLinks: false },
    acceptedRisks: [],
  }))
  expect(packOrders(many).edits).toHaveLength(3)
  expect(ordersIn(ChatChanges.parse(packOrders(many)))).toEqual(many)
})

test('a result is the same after it was stored', () => {
  const applied = fc.dictionary(fc.constantFrom(...names), fc.record({ before: fc.boolean(), after: fc.boolean() }))
  fc.assert(
    fc.property(order, applied, fc.boolean(), (of, saved, failed) => {
      const { jobId: _, ...empty } = emptyResult(of.chatId, 5)
      const result = {
        ...empty,
        applied: saved,
        left: names.slice(0, 1),
        conflicts: [{ name: 'mentions' as const, base: true, mine: false, theirs: true }],
        failure: failed ? { kind: 'refused' as const, serviceMessage: 'No', reason: '', isUnknown: false } : null,
      }
      const sent: unknown = JSON.parse(JSON.stringify(packResult(of, result)))
      expect(resultIn(of, ChatOutcome.parse(sent))).toEqual(result)
    }),
  )
})

test.each([
  ['a value that the API does not take', { edits: [{ setting: 'allowLinks', base: true, value: 'yes', chats: [0] }] }],
  ['a chat that is not in the list', { edits: [{ setting: 'allowLinks', base: true, value: false, chats: [1] }] }],
  ['a sound by its number', { edits: [{ setting: 'soundMessage', base: 'a', value: 5, chats: [0] }] }],
  ['no edit', { edits: [] }],
])('%s is refused', (_what, part) => {
  expect(ChatChanges.safeParse({ chats: [{ chatId: 7, chatName: 'Hall' }], ...part }).success).toBe(false)
})
