import { expect, test } from 'vitest'
import { recorded } from '#contract/activity.ts'
import type { WriteName } from '#contract/client.ts'
import { fromStored, type ActivityEntry, type StoredEntry } from './entry.ts'

/** Of release 0.1.0: they stay readable whatever an endpoint is called later. */
const earlierActions = [
  'chatUpdate',
  'chatCreate',
  'chatDuplicate',
  'chatDelete',
  'messageSend',
  'messageDelete',
  'messageDeleteSome',
  'messageDeleteAll',
  'pollCreate',
  'pollUpdate',
  'pollDelete',
  'pollReset',
  'pollResend',
  'pollPublish',
  'banCreate',
  'banLift',
  'banLiftRange',
  'accountUpdate',
  'currencySet',
  'socialUpdate',
  'job',
]

const same = {
  kind: 'polls',
  at: 1,
  chatId: 7,
  subject: 'Lunch?',
  changes: [{ name: 'question', before: 'Tea?' }],
  outcome: 'refused',
} as const

// As a browser holds it: whatever an earlier release wrote.
const earlier = (part: object) => fromStored({ ...same, room: 'Lobby', said: 'Too long.', ...part } as unknown as StoredEntry)

test.each(earlierActions)('reads an entry of an earlier release: %s', (act) => {
  const entry = earlier({ act })
  expect(entry).toEqual({ ...same, action: act, chatName: 'Lobby', message: 'Too long.', target: {} })
  expect(act === 'job' || Object.hasOwn(recorded, entry?.action ?? '')).toBe(true)
})

test('reads what an entry of an earlier release was about', () => {
  expect(earlier({ act: 'pollUpdate', pollId: 3 })?.target).toEqual({ pollId: 3 })
  const range = { firstIp: '1.2.3.4', lastIp: '1.2.3.9' }
  expect(earlier({ act: 'banCreate', range })?.target).toEqual(range)
})

test('reads an entry of this release as it is', () => {
  const entry: ActivityEntry = { ...same, action: 'pollUpdate', chatName: '', target: { pollId: 3 }, changes: [], message: '' }
  expect(fromStored(entry)).toBe(entry)
})

test('leaves out an action that this release does not know', () => {
  expect(earlier({ act: 'pollArchive' })).toBeNull()
  expect(fromStored({ ...same, action: 'toString' as WriteName, chatName: '', target: {}, changes: [], message: '' })).toBeNull()
})
