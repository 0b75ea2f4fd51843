import { expect, test } from 'vitest'
import { testItem } from '#contract/gateway/test-inbox.ts'
import { Account } from '#contract/account.ts'
import { Chat } from '#contract/chats.ts'
import { defaults } from '#contract/settings-derive.ts'
import type { PresetOn } from '#contract/gateway/presets.ts'
import { findingsOf } from '#dashboard/platform/chats/findings.ts'
import { attention } from './attention.ts'

const now = new Date(2026, 2, 4, 12).getTime() / 1000
const day = 24 * 60 * 60
const text = (at: number) => new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')

const chat = (id: number, name: string, wire: Record<string, unknown> = {}) =>
  Chat.parse({ ...defaults, id, name, hash: 'a1', createDate: now - day, lastUsed: text(now - 60), registerTermsLink: '', ...wire })

const plan = { admins: 1, rooms: 10, users: 100, keywords: 5, usedAdmins: 1, usedKeywords: 0, usedRooms: 1, exceed: false }
const account = (wire: Record<string, unknown> = {}) =>
  Account.parse({
    id: 7,
    email: 'kim@example.org',
    name: 'Kim',
    currency: 'EUR',
    countryId: null,
    company: '',
    paymentEmail: '',
    address: '',
    city: '',
    state: '',
    unit: '',
    zipCode: '',
    reservedName: '',
    plan,
    ...wire,
  })

const lines = ({ account: holder = account(), ...facts }: Partial<Parameters<typeof attention>[0]>) =>
  attention({
    chats: [],
    account: holder,
    now,
    findingsOf: (one) => findingsOf(one, holder.currency, undefined),
    waves: [],
    shorter: [],
    presets: [],
    waiting: { messages: undefined, items: undefined },
    failedChannels: [],
    ...facts,
  })
const titles = (facts: Parameters<typeof lines>[0]) => lines(facts).map(({ title }) => title)

test('a chat in use needs no attention, and neither does an account without chats', () => {
  expect(lines({ chats: [chat(1, 'Hall')] })).toEqual([])
  expect(lines({ account: account({ currency: null, plan: { ...plan, rooms: null } }) })).toEqual([])
})

test('lists by rank, with one line for what several chats have in common', () => {
  const paid = { monetizeLogin: true }
  const chats = [
    chat(1, 'Hall', { ...paid, offline: true, offlineMessage: 'Back soon' }),
    chat(2, 'Night', paid),
    chat(3, 'Old', { createDate: now - 200 * day, lastUsed: null }),
    chat(4, 'Older', { createDate: now - 300 * day, lastUsed: null }),
  ]
  const [hall, night] = chats as [Chat, Chat]
  const found = lines({
    chats,
    account: account({ currency: '', plan: { ...plan, usedKeywords: 17 } }),
    waves: [
      { chat: hall, messages: 9, authors: 1, lastMinute: 0, from: now - 300 },
      { chat: night, messages: 84, authors: 6, lastMinute: 31, from: now - 240 },
    ],
    shorter: [
      { chat: hall, entries: 33, fewer: 7 },
      { chat: night, entries: 2, fewer: 1 },
    ],
  })
  expect(found.map(({ title }) => title)).toEqual([
    'Spam wave in Night',
    'Spam wave in Hall',
    '12 keywords over the plan',
    '2 suggestions in 2 chats',
    '8 ban entries can be removed or merged',
    '1 chat is offline',
    '2 chats unused for 90 days',
  ])
  expect(found.map(({ link }) => link.to)).toEqual([
    '/chats/2/messages',
    '/chats/1/messages',
    '/account#plan',
    '/chats?findings=1',
    '/chats/1/banned-ips',
    '/chats?show=offline',
    '/chats?show=unused',
  ])
  expect(found[0]?.detail).toBe('84 messages with nearly the same text by 6 authors, 31 in the last minute')
  expect(found[3]?.detail).toBe('Paid entry without a currency (2)')
  expect(found[4]?.list.map(({ name, detail }) => [name, detail])).toEqual([
    ['Hall', '7 of 33 entries'],
    ['Night', '1 of 2 entries'],
  ])
  expect(found[6]?.detail).toMatch(/^Oldest: Older, never used\. They count towards your 10 chats\.$/)
})

test('suggestions of one chat link to its settings; more than three kinds are counted', () => {
  const [line] = lines({ chats: [chat(1, 'Hall', { groupChatWelcomeMessageDelay: 9 })] })
  expect(line).toMatchObject({ title: '1 suggestion in 1 chat', link: { label: 'Open settings', to: '/chats/1/settings' } })
  const many = { groupChatWelcomeMessageDelay: 9, filterWords: 'a,,a', upload: false, uploadAdmin: true, offline: true }
  expect(lines({ chats: [chat(1, 'Hall', many)] })[0]?.detail).toMatch(/ · \d+ more$/)
})

test('a plan without limits and a sound without a name need no attention', () => {
  const rooms = [chat(1, 'Hall', { p2pAudio: false, p2pVideo: false, sound_ring: 3 })]
  expect(titles({ chats: rooms })).toEqual([])
  const catalogue = { languages: {}, countries: {}, sounds: [{ id: 3, name: 'gong', label: 'Gong' }] }
  expect(titles({ chats: rooms, findingsOf: (one) => findingsOf(one, 'EUR', catalogue) })).toEqual(['1 suggestion in 1 chat'])
  const unlimited = account({ plan: { ...plan, rooms: null, admins: null, keywords: null, users: null } })
  expect(lines({ chats: [chat(1, 'Old', { createDate: now - 200 * day, lastUsed: null })], account: unlimited })[0]?.detail).toBe(
    'Oldest: Old, never used.',
  )
})

test('nothing is concluded from settings that are left out', () => {
  const paid = chat(1, 'Paid', { monetizeLogin: true })
  const keys = (chats: Parameters<typeof attention>[0]['chats']) =>
    lines({ account: account({ currency: '' }), chats }).map(({ key }) => key)
  expect(keys([paid])).toEqual(['findings'])
  expect(keys([{ ...paid, isReduced: true }])).toEqual([])
})

test('a mode that is on comes after waves and before everything else, and leads to its page', () => {
  const on: PresetOn = {
    id: 'on-1',
    presetId: 'lockdown',
    name: 'Lockdown',
    at: now * 1000,
    by: 'Ana',
    until: null,
    endsByItself: false,
    progress: 'whole',
    isReduced: false,
    chats: [1, 2].map((chatId) => ({ chatId, copyOf: null })),
  }
  const found = lines({ chats: [chat(1, 'Hall', { offline: true, offlineMessage: 'Back soon' })], presets: [on] })
  expect(found.map(({ title }) => title)).toEqual(['Lockdown mode is on in 2 chats', '1 chat is offline'])
  expect(found[0]).toMatchObject({
    detail: 'by Ana, until someone ends it',
    isAmber: true,
    link: { label: 'Show mode', to: '/automation/modes?mode=lockdown' },
  })
})

test('channels whose last delivery failed are one line', () => {
  expect(lines({ failedChannels: ['ops', 'night shift'] })).toMatchObject([
    { title: 'Notifications fail in 2 channels', isAmber: true, detail: 'ops · night shift', link: { to: '/account/notifications' } },
  ])
})

const messages = { at: 0, held: 0, marked: 0, byChat: [], due: null, fellBack: 0, fellBackRules: [] }
test('the Inbox is one line that says what is in it, after waves; a rule that was paused comes after it', () => {
  const wave = { chat: chat(1, 'Hall'), messages: 9, authors: 3, lastMinute: 0, from: now }
  const fellBackRules = [{ id: 'flood', name: 'Link flood', at: now * 1000, brake: 'perMinute' as const, limit: 60 }]
  const waiting = {
    messages: { ...messages, held: 7, marked: 1, due: now * 1000 + 12_000, fellBack: 1, fellBackRules },
    items: [
      testItem(),
      testItem({ id: '8' }),
      testItem({ kind: 'change', id: 'c1' }),
      testItem({ kind: 'hours', isMissed: true }),
      testItem({ kind: 'hours' }),
    ],
  }
  expect(titles({ waves: [wave], waiting })).toEqual(['Spam wave in Hall', '13 in the Inbox', '“Link flood” is paused by a limit'])
  const [line, fellBack] = lines({ waiting })
  expect(line).toMatchObject({
    isAmber: true,
    detail: '8 messages, outside changes in 2 places, 2 decisions, 1 missed',
    deadline: now * 1000 + 12_000,
    link: { label: 'Open Inbox', to: '/inbox' },
  })
  expect(fellBack?.detail).toBe('It reached 60 deletions a minute. It deletes nothing until someone decides.')
})

test('an Inbox without deadline says none, is amber where something is severe, and is no line where nothing waits', () => {
  expect(lines({ waiting: { messages, items: [] } })).toEqual([])
  const [calm] = lines({ waiting: { messages: { ...messages, marked: 12 }, items: undefined } })
  expect(calm).toMatchObject({ title: '12 in the Inbox', detail: '12 messages', isAmber: false })
  expect(calm).not.toHaveProperty('deadline')
  expect(lines({ waiting: { messages: undefined, items: [testItem({ isSevere: true })] } })).toMatchObject([
    { title: '1 in the Inbox', detail: 'outside changes in 1 place', isAmber: true },
  ])
})
