import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/gateway/audit.ts'
import { asActivity, changesInWords, chatOf, outcomeOf, titleOfAudit, titleOfFold, undoOf } from './audit-words.ts'
import { auditEntry } from './test-entries.ts'

const catalogue = { languages: {}, sounds: [], countries: {} }
const deleted = (part: Partial<AuditEntry>) =>
  auditEntry({ action: 'messageDeleteSome', kind: 'messages', count: 25, subject: '1, 2, 3', ...part })

describe('titles', () => {
  test('a save that sends all sounds by name counts only what differs, and offers no undo where nothing does', () => {
    const named = { languages: {}, countries: {}, sounds: [{ id: 1, name: 'pop', label: 'Pop' }] }
    const changes = [
      { name: 'mentions', before: true, after: false },
      { name: 'sound_ring', before: 1, after: 'pop' },
    ]
    const saved = auditEntry({ action: 'chatUpdate', kind: 'settings', changes })
    expect(titleOfAudit(saved, named)).toBe('1 setting changed')
    expect(undoOf({ ...saved, changes: changes.slice(1) }, named)).toBeNull()
  })

  test('of one entry: as the record of the browser, with the number of messages', () => {
    expect(titleOfAudit(auditEntry({}), catalogue)).toBe('Banned')
    expect(titleOfAudit(deleted({}), catalogue)).toBe('25 messages deleted')
    expect(titleOfAudit(auditEntry({ action: 'recoverySignIn', kind: 'access' }), catalogue)).toBe('Signed in with a recovery code')
  })

  test('an action that this release does not know has its name', () => {
    expect(titleOfAudit(auditEntry({ action: 'chatArchive' }), catalogue)).toBe('chatArchive')
    expect(titleOfAudit(auditEntry({ action: 'toString' }), catalogue)).toBe('toString')
  })

  test('of several: their sum, by action', () => {
    expect(titleOfFold([deleted({}), deleted({ count: 10 })], catalogue)).toBe('35 messages deleted')
    expect(
      titleOfFold([auditEntry({}), auditEntry({}), auditEntry({ action: 'banLift' }), auditEntry({ action: 'banLiftRange' })], catalogue),
    ).toBe('2 bans · 2 unbans')
    const signedIn = auditEntry({ action: 'signIn', kind: 'access' })
    expect(titleOfFold([signedIn, signedIn, signedIn], catalogue)).toBe('Signed in with the account token, 3 times')
  })
})

describe('outcomes', () => {
  test.each<[AuditEntry[], string, string]>([
    [[deleted({}), deleted({})], 'done', 'Done'],
    [[deleted({ count: 59 }), deleted({ count: 1, outcome: 'unknown' })], 'unknown', '59 done, 1 unknown'],
    [[auditEntry({}), auditEntry({ outcome: 'refused' })], 'partly', '1 done, 1 refused'],
    [[auditEntry({ outcome: 'refused' }), auditEntry({ outcome: 'refused' })], 'refused', 'Refused'],
    [[auditEntry({ outcome: 'running' }), auditEntry({})], 'running', '1 done, 1 running'],
  ])('case %#', (entries, worst, words) => {
    expect(outcomeOf(entries)).toEqual({ worst, words })
  })
})

test('values are those of the setting, the role or the field', () => {
  const settings = auditEntry({ action: 'chatUpdate', kind: 'settings', changes: [{ name: 'upload', before: true, after: false }] })
  expect(changesInWords(settings, catalogue)).toEqual([{ name: 'upload', label: 'File upload', before: 'On', after: 'Off' }])
  const role = auditEntry({ action: 'personUpdate', kind: 'team', changes: [{ name: 'role', before: 'host', after: 'moderator' }] })
  expect(changesInWords(role, catalogue)).toEqual([{ name: 'role', label: 'Role', before: 'Host', after: 'Moderator' }])
})

test.each([
  ['chats', '"all"', 'Chats', 'All chats'],
  ['chats', '[7]', 'Chats', '1 chat'],
  ['limits', '{"deletionsPerHour":5}', 'Limits', 'Deletions an hour 5'],
  ['limits', '{}', 'Limits', 'Those of the role'],
  ['host.bans.read', true, 'Host: Read banned IPs', 'On'],
  ['moderator.widestBan', 24, 'Moderator: Widest ban', '/24'],
  ['moderator.deletionsPerHour', null, 'Moderator: Deletions an hour', 'No limit'],
  ['week', JSON.stringify([[{ from: 540, to: 1020, message: '' }], [], [], [], [], [], []]), 'Week', 'Mon 09:00 – 17:00'],
  ['week', '[[],[],[],[],[],[],[]]', 'Week', 'Closed every day'],
  ['week', 'changed', 'Week', 'changed'],
  ['exceptions', '[{}]', 'Exceptions', '1 exception'],
  ['openUntil', null, 'Open until', 'As the week says'],
])('a change of the team, or of what the account remembers: %s %j', (name, after, label, words) => {
  const entry = auditEntry({ action: 'rolesUpdate', kind: 'team', changes: [{ name, after }] })
  expect(changesInWords(entry, catalogue)).toEqual([{ name, label, before: undefined, after: words }])
})

test('a chat that was just created is called as it was created', () => {
  const created = auditEntry({ action: 'chatCreate', kind: 'chats', chatName: '', subject: 'Lobby' })
  expect(chatOf(created).chatName).toBe('Lobby')
  expect(chatOf(auditEntry({ chatName: '' })).chatName).toBe('')
})

test('a change of the API is an entry as the record of the browser has it; a change of the team is none', () => {
  expect(asActivity(auditEntry({}), catalogue)).toMatchObject({ line: 1, action: 'banCreate', outcome: 'done' })
  expect(asActivity(auditEntry({ action: 'personUpdate', kind: 'team' }), catalogue)).toBeNull()
})
