import { expect, test } from 'vitest'
import type { LabelUse } from '#contract/gateway/rules.ts'
import { labelEffects } from './LabelsDialog.tsx'

const rule: LabelUse = { kind: 'liveRule', id: 'scam', name: 'Scam', labels: ['vip', 'new'], chatIds: [3] }
const [one, two, three] = [1, 2, 3].map((id) => ({ id, name: `Chat ${id}` })) as [Chat, Chat, Chat]
type Chat = { id: number; name: string }
const labels = new Map([[2, ['vip', 'new']]])

test.each([
  ['a label that a rule is for', [one], { add: ['vip'] }, ['The live rule “Scam” acts on new messages in Chat 1.']],
  ['a chat without a name', [{ id: 5, name: '' }], { add: ['vip'] }, ['The live rule “Scam” acts on new messages in Chat no. 5.']],
  ['one that no rule is for', [one], { add: ['other'] }, []],
  ['a second label of the same rule', [two], { add: ['vip'] }, []],
  ['one of two labels is taken off', [two], { remove: ['vip'] }, []],
  ['both are', [two], { remove: ['vip', 'new'] }, ['The live rule “Scam” no longer acts in Chat 2.']],
  ['a chat that is named by itself', [three], { add: ['vip'] }, []],
  [
    'several chats',
    [one, { id: 4, name: 'Chat 4' }, two],
    { add: ['new'] },
    ['The live rule “Scam” acts on new messages in 2 more chats.'],
  ],
])('%s', (_, chats, change, expected) => {
  expect(labelEffects([rule], chats, labels, change)).toEqual(expected)
})

test('rules in shadow and modes are said as what they are', () => {
  const uses: LabelUse[] = [
    { ...rule, kind: 'shadowRule' },
    { ...rule, kind: 'preset', name: 'Slow' },
  ]
  expect(labelEffects(uses, [one], labels, { add: ['vip'] })).toEqual([
    'The rule “Scam”, in shadow, reads Chat 1.',
    'The mode “Slow” is also for Chat 1 when it is turned on.',
  ])
})
