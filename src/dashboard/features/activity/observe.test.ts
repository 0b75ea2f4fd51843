import { describe, expect, test } from 'vitest'
import type { Account } from '#contract/account.ts'
import { api, apiNames } from '#contract/api.ts'
import type { Chat } from '#contract/chats.ts'
import type { CallName } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { defaults } from '#contract/settings-derive.ts'
import { isRecorded, type SentRequest } from '#contract/recorded-change.ts'
import { entryFor, learn, type Known } from './observe.ts'

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

/** What was read before the call. */
function known() {
  const state: Known = new Map()
  learn(state, 'chatList', {}, { data: [chat] })
  learn(state, 'pollList', { params: { chatId: 7 } }, { data: [poll] })
  learn(state, 'accountRead', {}, { data: account })
  learn(state, 'socialRead', {}, { data: { social: true, networkOneLink: '', networkTwoName: '' } })
  return state
}
const entry = (name: CallName, input: SentRequest, state = known()) => entryFor(state, name, input, 1000)

test('every call that changes something is recorded, and no other', () => {
  const called = apiNames.filter((name): name is CallName => name !== 'messageListSlow')
  expect(called.filter(isRecorded)).toEqual(called.filter((name) => api[name].method !== 'GET'))
})

describe('settings', () => {
  test('records only what differs, with the name of the chat', () => {
    const body = { ...defaults, name: 'Lobby', upload: false, sound_message: 'pop' }
    expect(entry('chatUpdate', { params: { chatId: 7 }, body })).toMatchObject({
      kind: 'settings',
      chatId: 7,
      chatName: 'Lobby',
      outcome: 'unknown',
      changes: [
        { name: 'upload', before: true, after: false },
        { name: 'sound_message', before: 1, after: 'pop' },
      ],
    })
  })

  test('takes what was read last as the state before', () => {
    const state = known()
    learn(state, 'chatRead', { params: { chatId: 7 } }, { data: { ...chat, upload: false } })
    expect(entry('chatUpdate', { params: { chatId: 7 }, body: { upload: false, archive: false } }, state)?.changes).toEqual([
      { name: 'archive', before: true, after: false },
    ])
  })

  test('records no changed field of a chat that was never read', () => {
    expect(entry('chatUpdate', { params: { chatId: 8 }, body: { upload: false } })).toMatchObject({ chatName: '', changes: [] })
  })

  test('records what a new chat has unlike the defaults', () => {
    expect(entry('chatCreate', { body: { ...defaults, name: 'Bar', offline: true } })).toMatchObject({
      chatId: null,
      subject: 'Bar',
      changes: [{ name: 'offline', after: true }],
    })
  })
})

describe('polls', () => {
  const params = { chatId: 7, pollId: 3 }

  test('tells a text that is emptied from one that is left out', () => {
    const body = { question: 'Lunch?', answer1: 'Soup', answer2: '', answer4: '', send: true }
    expect(entry('pollUpdate', { params, body })).toMatchObject({
      subject: 'Lunch?',
      target: { pollId: 3 },
      changes: [
        { name: 'answer2', before: 'Rice', after: '' },
        { name: 'send', after: true },
      ],
    })
  })

  test('counts the votes that a reset removes', () => {
    expect(entry('pollReset', { params })?.changes).toEqual([{ name: 'votes', before: 6, after: 0 }])
  })
})

describe('account and social', () => {
  test('records no change from no country to no country, in whatever form, and never the plan', () => {
    expect(entry('accountUpdate', { body: { name: 'Kim', email: 'ada@example.org', countryId: 0 } })?.changes).toEqual([
      { name: 'name', before: 'Ada', after: 'Kim' },
    ])
  })

  test('records a switch and a text that differ', () => {
    expect(entry('socialUpdate', { body: { social: false, networkOneLink: '', networkTwoName: '@a' } })?.changes).toEqual([
      { name: 'social', before: true, after: false },
      { name: 'networkTwoName', before: '', after: '@a' },
    ])
  })

  test('records the currency, and that there was none', () => {
    expect(entry('currencySet', { body: { currency: 'EUR' } })?.changes).toEqual([{ name: 'currency', before: '', after: 'EUR' }])
  })
})

test.each([
  ['banCreate', { params: { chatId: 7 }, body: { ip: '1.2.3.4' } }, '1.2.3.4'],
  ['banCreate', { params: { chatId: 7 }, body: { ip: '1.2.3.4', lastIp: '1.2.3.9' } }, '1.2.3.4-1.2.3.9'],
  ['banLift', { params: { chatId: 7, ipAddress: '1.2.3.4' } }, '1.2.3.4'],
  ['banLiftRange', { params: { chatId: 7, firstIp: '1.2.3.4', lastIp: '1.2.3.9' } }, '1.2.3.4-1.2.3.9'],
] as const)('%s names its addresses', (name, input, subject) => {
  const [firstIp, lastIp = firstIp] = subject.split('-')
  expect(entry(name, input)).toMatchObject({ kind: 'bans', subject, target: { firstIp, lastIp } })
})

test('records which messages were deleted', () => {
  expect(entry('messageDelete', { params: { chatId: 7, messageId: 12 } })).toMatchObject({ kind: 'messages', subject: '12' })
  expect(entry('messageDeleteSome', { params: { chatId: 7 }, body: [12, 14] })).toMatchObject({ kind: 'messages', subject: '12, 14' })
  expect(entry('messageDeleteAll', { params: { chatId: 7 } })).toMatchObject({ kind: 'messages', subject: '' })
})

test('records the beginning of a long message, without cutting a character in two', () => {
  const subject = entry('messageSend', { params: { chatId: 7 }, body: { text: '👋'.repeat(500) } })?.subject
  expect(subject).toBe('👋'.repeat(200))
})
