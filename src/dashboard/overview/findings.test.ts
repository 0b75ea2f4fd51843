import { describe, expect, test } from 'vitest'
import { Account } from '#contract/account.ts'
import { Chat } from '#contract/chats.ts'
import { findings } from './findings.ts'

const now = new Date(2026, 2, 4, 12).getTime() / 1000
const day = 24 * 60 * 60
const text = (at: number) => new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')

const chat = (wire: Record<string, unknown> = {}) =>
  Chat.parse({ id: 1, name: 'Lobby', hash: 'a1', createDate: now - day, lastUsed: text(now - 60), registerTermsLink: '', ...wire })

const chats = (many: number, wire: Record<string, unknown>) =>
  Array.from({ length: many }, (_, index) => chat({ id: index + 1, name: `Room ${index + 1}`, ...wire }))

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

test('a room in use needs nobody, and so does an account without rooms', () => {
  expect(findings([chat()], account(), now)).toEqual([])
  expect(findings([], account({ currency: null, plan: { ...plan, rooms: null } }), now)).toEqual([])
})

describe('rooms that are offline', () => {
  test.each([
    [1, '1 chat is offline', 'Room 1'],
    [2, '2 chats are offline', 'Room 1 · Room 2'],
    [3, '3 chats are offline', 'Room 1 · Room 2 · Room 3'],
    [5, '5 chats are offline', 'Room 1 · Room 2 · Room 3 · 2 more'],
  ])('%d of them', (many, title, detail) => {
    expect(findings(chats(many, { offline: 1 }), account(), now)).toEqual([
      { icon: 'offline', title, detail, link: { label: 'Show', to: '/chats?show=offline' } },
    ])
  })
})

describe('rooms that nobody uses', () => {
  const unused = (list: Chat[], wire: Record<string, unknown> = {}) =>
    findings(list, account(wire), now).map(({ title, detail }) => [title, detail])

  test('one, with the day it was last used', () => {
    expect(unused([chat({ lastUsed: text(now - 91 * day) }), chat({ id: 2 })])).toEqual([
      ['1 chat unused for 90 days', 'Oldest: Lobby, 3 Dec 2025. It counts against your 10 rooms.'],
    ])
  })

  test('several, the oldest named', () => {
    const list = [chat({ lastUsed: text(now - 91 * day) }), chat({ id: 2, name: 'Attic', lastUsed: null, createDate: now - 200 * day })]
    expect(unused(list)).toEqual([['2 chats unused for 90 days', 'Oldest: Attic, never used. They count against your 10 rooms.']])
  })

  test('a plan of one room, and one without a stated maximum', () => {
    const old = chat({ lastUsed: null, createDate: now - 91 * day })
    expect(unused([old], { plan: { ...plan, rooms: 1 } })[0]?.[1]).toBe('Oldest: Lobby, never used. It counts against your 1 room.')
    expect(unused([old], { plan: { ...plan, rooms: null } })[0]?.[1]).toBe('Oldest: Lobby, never used.')
  })

  test('of a room without any date nothing is said, nor of one from the future', () => {
    expect(unused([chat({ lastUsed: null, createDate: null }), chat({ lastUsed: text(now + 400 * day) })])).toEqual([])
  })
})

describe('paid entry', () => {
  test.each([
    [1, null, '1 chat asks for payment, but the account has no currency yet.'],
    [2, '', '2 chats ask for payment, but the account has no currency yet.'],
  ])('%d rooms, currency %j', (many, currency, detail) => {
    expect(findings(chats(many, { monetizeLogin: true }), account({ currency }), now)).toEqual([
      { icon: 'ticket', amber: true, title: 'Paid entry without a currency', detail, link: { label: 'Show', to: '/chats?show=paid' } },
    ])
  })

  test('with a currency it is fine', () => {
    expect(findings(chats(2, { monetizeLogin: true }), account(), now)).toEqual([])
  })
})

describe('ways in', () => {
  const shut = { anonymous: 0, serviceLogin: null, networkOneLogin: false, networkTwoLogin: '0' }

  test('all switched off: nobody can sign in', () => {
    expect(findings([chat({ id: 4 }), chat({ id: 9, name: 'Vault', ...shut })], account(), now)).toEqual([
      {
        icon: 'lock',
        amber: true,
        title: 'Nobody can sign in',
        detail: 'Every way in is switched off: Vault.',
        link: { label: 'Open', to: '/chats/9/settings' },
      },
    ])
  })

  test.each([{ anonymous: 1 }, { serviceLogin: 1 }, { networkOneLogin: 1 }, { networkTwoLogin: 1 }, { forceSDKLogin: 1 }])(
    '%j is a way in',
    (way) => {
      expect(findings([chat({ ...shut, ...way })], account(), now)).toEqual([])
    },
  )

  test('of a room that is offline anyway only that is said', () => {
    expect(findings([chat({ ...shut, offline: 1 })], account(), now).map(({ icon }) => icon)).toEqual(['offline'])
  })
})
