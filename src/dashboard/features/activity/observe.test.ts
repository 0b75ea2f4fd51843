import { describe, expect, test } from 'vitest'
import type { Account } from '#contract/account.ts'
import { api, apiNames } from '#contract/api.ts'
import type { Chat } from '#contract/chats.ts'
import type { CallName } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { defaults } from '#contract/settings-derive.ts'
import { isWrite } from './entry.ts'
import { learn, lineFor, nothingKnown, type Sent } from './observe.ts'

const chat = {
  id: 7,
  hash: 'k7',
  createDate: 1,
  lastUsed: null,
  registerTermsLink: '',
  ...defaults,
  name: 'Lobby',
  sound_message: 1,
} as Chat
const poll = {
  id: 3,
  question: 'Lunch?',
  answer1: 'Soup',
  answer2: 'Rice',
  answer3: '',
  answer4: '',
  answer1count: 4,
  answer2count: 2,
  answer3count: 0,
  answer4count: 0,
} as Poll
const account = { id: 1, name: 'Ada', email: 'ada@example.org', countryId: null, currency: '', plan: { rooms: 3 } } as unknown as Account

/** What was read before. */
function known() {
  const state = nothingKnown()
  learn(state, 'chatList', {}, { data: [chat] })
  learn(state, 'pollList', { params: { chatId: 7 } }, { data: [poll] })
  learn(state, 'accountRead', {}, { data: account })
  learn(state, 'socialRead', {}, { data: { social: true, networkOneLink: '', networkTwoName: '' } })
  return state
}
const line = (name: CallName, input: Sent, state = known()) => lineFor(state, name, input, 1000)

test('every call that changes something is recorded, and no other', () => {
  const called = apiNames.filter((name): name is CallName => name !== 'messageListSlow')
  expect(called.filter(isWrite)).toEqual(called.filter((name) => api[name].method !== 'GET'))
})

describe('settings', () => {
  test('only what differs is kept, with the room by name', () => {
    const body = { ...defaults, name: 'Lobby', upload: false, sound_message: 'pop' }
    expect(line('chatUpdate', { params: { chatId: 7 }, body })).toMatchObject({
      kind: 'settings',
      chatId: 7,
      room: 'Lobby',
      outcome: 'unknown',
      changes: [
        { name: 'upload', before: true, after: false },
        { name: 'sound_message', before: 1, after: 'pop' },
      ],
    })
  })

  test('what was read last is the state before', () => {
    const state = known()
    learn(state, 'chatRead', { params: { chatId: 7 } }, { data: { ...chat, upload: false } })
    expect(line('chatUpdate', { params: { chatId: 7 }, body: { upload: false, archive: false } }, state)?.changes).toEqual([
      { name: 'archive', before: true, after: false },
    ])
  })

  test('of a room that was never read nothing is claimed to have changed', () => {
    expect(line('chatUpdate', { params: { chatId: 8 }, body: { upload: false } })).toMatchObject({ room: '', changes: [] })
  })

  test('a new chat tells what is unlike the defaults', () => {
    expect(line('chatCreate', { body: { ...defaults, name: 'Bar', offline: true } })).toMatchObject({
      chatId: null,
      subject: 'Bar',
      changes: [{ name: 'offline', after: true }],
    })
  })
})

describe('polls', () => {
  const params = { chatId: 7, pollId: 3 }

  test('a text that is emptied or left out as before is told apart', () => {
    const body = { question: 'Lunch?', answer1: 'Soup', answer2: '', answer4: '', send: true }
    expect(line('pollUpdate', { params, body })).toMatchObject({
      subject: 'Lunch?',
      pollId: 3,
      changes: [
        { name: 'answer2', before: 'Rice', after: '' },
        { name: 'send', after: true },
      ],
    })
  })

  test('reset votes are counted', () => {
    expect(line('pollReset', { params })?.changes).toEqual([{ name: 'votes', before: 6, after: 0 }])
  })
})

describe('account and social', () => {
  test('no country is no change, in whatever form; the plan is never kept', () => {
    expect(line('accountUpdate', { body: { name: 'Kim', email: 'ada@example.org', countryId: 0 } })?.changes).toEqual([
      { name: 'name', before: 'Ada', after: 'Kim' },
    ])
  })

  test('a switch', () => {
    expect(line('socialUpdate', { body: { social: false, networkOneLink: '', networkTwoName: '@a' } })?.changes).toEqual([
      { name: 'social', before: true, after: false },
      { name: 'networkTwoName', before: '', after: '@a' },
    ])
  })

  test('the currency', () => {
    expect(line('currencySet', { body: { currency: 'EUR' } })?.changes).toEqual([{ name: 'currency', before: '', after: 'EUR' }])
  })
})

test.each([
  ['banCreate', { params: { chatId: 7 }, body: { ip: '1.2.3.4' } }, '1.2.3.4'],
  ['banCreate', { params: { chatId: 7 }, body: { ip: '1.2.3.4', lastIp: '1.2.3.9' } }, '1.2.3.4-1.2.3.9'],
  ['banLift', { params: { chatId: 7, ipAddress: '1.2.3.4' } }, '1.2.3.4'],
  ['banLiftRange', { params: { chatId: 7, firstIp: '1.2.3.4', lastIp: '1.2.3.9' } }, '1.2.3.4-1.2.3.9'],
] as const)('%s names its addresses', (name, input, subject) => {
  const [firstIp, lastIp = firstIp] = subject.split('-')
  expect(line(name, input)).toMatchObject({ kind: 'bans', subject, range: { firstIp, lastIp } })
})

test('of a long message its beginning is kept, without cutting a character in two', () => {
  const subject = line('messageSend', { params: { chatId: 7 }, body: { text: '👋'.repeat(500) } })?.subject
  expect(subject).toBe('👋'.repeat(200))
})
