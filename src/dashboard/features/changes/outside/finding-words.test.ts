import { describe, expect, test } from 'vitest'
import type { DriftFinding } from '#contract/gateway/drift.ts'
import { fieldLabel, matches, noteOf, placeName, valueInWords, windowInWords } from './finding-words.ts'

const catalogue = { languages: {}, countries: { 620: 'Portugal' }, sounds: [] } as unknown as Parameters<typeof valueInWords>[2]
const finding = (part: Partial<DriftFinding> = {}): DriftFinding => ({
  id: 'a',
  resource: 'settings',
  severity: 'notable',
  chatId: 1,
  chatName: 'Main stage',
  field: 'upload',
  pollId: null,
  subject: '',
  before: true,
  after: false,
  ranges: null,
  since: 0,
  at: 0,
  times: 1,
  state: 'open',
  decided: null,
  canPutBack: true,
  ...part,
})

test.each([
  [{ field: 'allowListeners', after: true }, 'Reading without signing in', 'Visitors can read the chat without signing in.'],
  [{ field: 'uploadAdmin', after: false }, 'Only admins may upload', 'All users can upload files.'],
  [{ field: 'upload', times: 2 }, 'File upload', 'Changed 2 times. Nobody can upload files.'],
  [
    { resource: 'polls', field: 'lastSentDate', subject: 'Which?', after: '2026-01-01' },
    'Poll “Which?”',
    'Sent outside Roomkeeper. It can’t be unsent.',
  ],
  [{ resource: 'polls', field: 'answer1', subject: 'Which?', after: 'B' }, 'Poll “Which?”: answer 1', ''],
  [{ resource: 'account', field: 'paymentEmail', after: 'a@b.example' }, 'Payment e-mail', 'Payment notices go to this address.'],
  [
    { resource: 'bans', field: 'ranges', ranges: { removed: [{ firstIp: '1.1.1.1', lastIp: '1.1.1.1' }], added: [] } },
    'Banned ranges',
    '1.1.1.1 was unbanned.',
  ],
] as const)('%j', (part, label, note) => {
  const one = finding(part as Partial<DriftFinding>)
  expect([fieldLabel(one), noteOf(one)]).toEqual([label, note])
})

describe('values', () => {
  test.each([
    ['settings', 'upload', true, 'On'],
    ['settings', 'filterWords', 'one, two', '2 words'],
    ['settings', 'offlineMessage', 'Back soon', '“Back soon”'],
    ['settings', 'offlineMessage', '', ''],
    ['polls', 'lastSentDate', null, 'not sent'],
    ['polls', 'poll', true, 'exists'],
    ['account', 'countryId', 620, 'Portugal'],
    ['social', 'social', false, 'Off'],
    ['bans', 'ranges', 38, '38'],
  ] as const)('%s %s %j', (resource, field, value, words) => {
    expect(valueInWords({ resource, field }, value, catalogue)).toBe(words)
  })
})

test('a window of time says the day where it is not today', () => {
  const now = new Date(2026, 10, 23, 15, 0).getTime()
  const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime()
  expect(windowInWords({ since: at(23, 14, 10), at: at(23, 14, 20) }, now)).toBe('14:10 – 14:20')
  expect(windowInWords({ since: at(19, 16, 0), at: at(19, 16, 10) }, now)).toBe('Thu 16:00 – 16:10')
  expect(windowInWords({ since: at(22, 23, 55), at: at(23, 0, 5) }, now)).toBe('Sun 23:55 – today 00:05')
  expect(windowInWords({ since: at(19, 16, 0), at: at(22, 14, 20) }, now)).toBe('Thu 16:00 – Sun 14:20')
  expect(windowInWords({ since: at(3, 9, 0), at: at(3, 9, 10) }, now)).toBe('3 Nov 2026, 09:00 – 09:10')
})

test('the search looks at the place and at what was changed', () => {
  expect(matches('stage upload', finding())).toBe(true)
  expect(matches('stage poll', finding())).toBe(false)
  expect(placeName(finding({ resource: 'account', chatId: null, chatName: '' }))).toBe('Account')
})
