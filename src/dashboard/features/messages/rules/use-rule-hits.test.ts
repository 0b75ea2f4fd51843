import { expect, test } from 'vitest'
import type { Hit } from '#contract/gateway/review.ts'
import { byMessage } from './use-rule-hits.ts'

const hit = (messageId: number, state: Hit['state'], ruleName = state): Hit => ({
  id: `${messageId} ${ruleName}`,
  message: { chatId: 7, messageId, time: 1000, userName: 'Ann', text: 'cheap', highlights: [] },
  chatName: 'Hall',
  ruleId: ruleName,
  ruleName,
  isShadow: false,
  ruleState: 'live',
  precision: null,
  reasons: [],
  alike: '',
  seenAt: 1_000_000,
  state,
  due: null,
  leftMs: null,
  at: 1_000_000,
  by: '',
  note: '',
})

test('if several rules hit a message, the hit that can still be decided counts, held before marked', () => {
  const found = byMessage([hit(1, 'kept'), hit(1, 'marked'), hit(1, 'held'), hit(2, 'spared'), hit(2, 'marked')])
  expect([found.get(1)?.state, found.get(2)?.state]).toEqual(['held', 'marked'])
})

test('hits that are only counted, dropped or refused have no note', () => {
  expect(byMessage([hit(1, 'matched'), hit(2, 'dropped'), hit(3, 'refused')]).size).toBe(0)
})
