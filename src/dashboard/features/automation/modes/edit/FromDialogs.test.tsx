import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/gateway/audit.ts'
import { changedJustNow, recentChanges } from './FromDialogs.tsx'

const minute = 60_000
const entry = (at: number, chatId: number | null, changes: AuditEntry['changes'], more: Partial<AuditEntry> = {}) =>
  ({
    at,
    chatId,
    changes,
    outcome: 'done',
    who: { kind: 'person', name: 'Ana' },
    cause: { kind: 'hand' },
    undoneBy: null,
    ...more,
  }) as AuditEntry

test('each setting is offered once, with its last value and all of its chats', () => {
  const changes = recentChanges([
    entry(60 * minute, 2, [{ name: 'anonymous', before: true, after: false }]),
    entry(59 * minute, 1, [
      { name: 'anonymous', before: false, after: true },
      { name: 'groupChatWelcomeMessage', before: '', after: 'Hello' },
    ]),
    entry(10 * minute, 3, [{ name: 'upload', before: true, after: false }]),
  ])
  expect(changes).toEqual([
    { name: 'anonymous', value: false, at: 60 * minute, chatIds: [2, 1] },
    { name: 'groupChatWelcomeMessage', value: 'Hello', at: 59 * minute, chatIds: [1] },
    { name: 'upload', value: false, at: 10 * minute, chatIds: [3] },
  ])
  expect(changedJustNow(changes)).toEqual(['anonymous', 'groupChatWelcomeMessage'])
})

test.each([
  ['that failed', entry(1, 1, [{ name: 'anonymous', after: false }], { outcome: 'refused' })],
  ['that a mode made', entry(1, 1, [{ name: 'anonymous', after: false }], { cause: { kind: 'preset', id: 'on-1', title: 'Lockdown' } })],
  ['that was undone', entry(1, 1, [{ name: 'anonymous', after: false }], { undoneBy: { id: 2, at: 2, name: 'Ana' } })],
  ['of the name of a chat', entry(1, 1, [{ name: 'name', after: 'Lobby' }])],
  ['that a mode cannot hold', entry(1, 1, [{ name: 'anonymous', after: 'perhaps' }])],
])('a change %s is not offered', (_, one) => {
  expect(recentChanges([one])).toEqual([])
})
