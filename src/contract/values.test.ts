import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AccountDraft } from './account.ts'
import { api, apiNames } from './api.ts'
import { BanDraft } from './banned-ips.ts'
import type { Endpoint } from './endpoint.ts'
import { messageDeleteSome, MessageDraft } from './messages.ts'
import {
  byteLength,
  ipv4,
  ipv4ToNumber,
  nameText,
  pathId,
  wireBoolean,
  wireCount,
  wireDate,
  wireSeconds,
  wireText,
  wireVotes,
} from './values.ts'

test.each([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
  [null, false],
])('a boolean on the wire: %j is %j', (sent, expected) => {
  expect(wireBoolean.parse(sent)).toBe(expected)
})

test.each([2, -1, 'yes', '', undefined, {}, []])('%j is not a boolean', (sent) => {
  expect(wireBoolean.safeParse(sent).success).toBe(false)
})

test.each([
  ['2025-03-01 12:00:00', '2025-03-01 12:00:00'],
  ['yesterday', 'yesterday'],
  ['0000-00-00 00:00:00', null],
  ['0000-00-00', null],
  ['', null],
  [null, null],
  [undefined, null],
])('a date on the wire: %j is %j', (sent, expected) => {
  expect(wireDate.parse(sent)).toBe(expected)
})

test.each([
  [1_700_000_000, 1_700_000_000],
  ['1700000000', 1_700_000_000],
  [1_700_000_000_500, 1_700_000_000.5],
  ['1700000000500', 1_700_000_000.5],
  [0, 0],
  [100_000_000_000, 100_000_000_000],
  [100_000_000_001, 100_000_000.001],
  [1e300, 100_000_000_000],
  [-1e300, -100_000_000_000],
])('a moment on the wire: %j is %d s', (sent, expected) => {
  expect(wireSeconds.parse(sent)).toBe(expected)
})

test.each([
  [3, 3, 3],
  [0, 0, 0],
  [null, null, 0],
  [undefined, null, 0],
])('of a count on the wire, %j is %j; of votes it is %j', (sent, count, votes) => {
  expect(wireCount.parse(sent)).toBe(count)
  expect(wireVotes.parse(sent)).toBe(votes)
})

test('a negative count is not stated', () => {
  expect(wireCount.parse(-1)).toBe(null)
})

test.each([
  ['Lobby', 'Lobby'],
  [null, ''],
  [undefined, ''],
])('a text on the wire: %j is %j', (sent, expected) => {
  expect(wireText.parse(sent)).toBe(expected)
})

test.each(['7', 7, '999999999999999'])('%j is an id', (value) => {
  expect(pathId.parse(value)).toBe(Number(value))
})

test.each(['', '0', '07', '-1', '1.5', '1e3', ' 7', '7/..', '..', '٧', '9'.repeat(16), 0, -1, 1.5, null])('%j is no id', (value) => {
  expect(pathId.safeParse(value).success).toBe(false)
})

describe('IPv4', () => {
  test('every address of four octets, and its number', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(ipv4.parse(address)).toBe(address)
        const bytes = address.split('.').map(Number)
        expect(ipv4ToNumber(address)).toBe(new DataView(Uint8Array.from(bytes).buffer).getUint32(0))
      }),
    )
  })

  test.each(['010.0.0.1', '1.2.3', '1.2.3.4.5', '256.0.0.1', '1.2.3.4 ', '1.2.3.-4', '::1', '1.2.3.4/24', '1.2.3.٤', ''])(
    '%j is none',
    (text) => {
      expect(ipv4.safeParse(text).success).toBe(false)
    },
  )

  test('a range may be one address and must not run backwards', () => {
    expect(BanDraft.safeParse({ ip: '1.2.3.4', lastIp: '1.2.3.4' }).success).toBe(true)
    expect(BanDraft.safeParse({ ip: '0.0.0.0', lastIp: '255.255.255.255' }).success).toBe(true)
    expect(BanDraft.safeParse({ ip: '1.2.3.10', lastIp: '1.2.3.9' }).error?.issues[0]?.path).toEqual(['lastIp'])
  })
})

describe('message texts', () => {
  test.each([
    ['a', 2000],
    ['é', 1000],
    ['漢', 666],
    ['😀', 500],
  ])('%s fits %d times into 2000 bytes, once more does not', (character, times) => {
    expect(MessageDraft.safeParse({ text: character.repeat(times) }).success).toBe(true)
    expect(MessageDraft.safeParse({ text: character.repeat(times + 1) }).success).toBe(false)
  })

  test('bytes are counted as they are stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(byteLength(text)).toBe(Buffer.byteLength(text, 'utf8'))
      }),
    )
  })

  test.each(['', ' \n ', 'a\0', '\uDC00', 5, null])('%j is refused', (text) => {
    expect(MessageDraft.safeParse({ text }).success).toBe(false)
  })
})

test('1 to 25 ids, each a positive whole number', () => {
  const body = messageDeleteSome.body
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  expect(body?.parse(ids(25))).toEqual(ids(25))
  for (const wrong of [[], ids(26), ['1'], [0], [1.5], [2 ** 53], { 0: 1, length: 1 }])
    expect(body?.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})

test('an account update may omit fields and clear the payment address', () => {
  expect(AccountDraft.parse({})).toEqual({})
  expect(AccountDraft.safeParse({ paymentEmail: '' }).success).toBe(true)
  expect(AccountDraft.safeParse({ email: '' }).success).toBe(false)
})

/** Any value that a server could send: the names are the contract's, so that many of them are answers. */
const names = [
  'status',
  'data',
  'count',
  'id',
  'chatId',
  'hash',
  'name',
  'createDate',
  'text',
  'time',
  'messageId',
  'userId',
  'image',
  'firstIp',
  'lastIp',
  'next',
]
const leaf = fc.oneof(fc.boolean(), fc.nat(), fc.constantFrom(null, '', '0', '1', '0000-00-00 00:00:00', 1_700_000_000_000), fc.string())
const anything = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, tie('object'), fc.array(tie('value'), { maxLength: 3 })),
  object: fc.dictionary(fc.constantFrom(...names), tie('value')),
}))

/** A whole answer in the wire's loosest forms. */
const chat = {
  id: 1,
  hash: null,
  createDate: '1700000000',
  lastUsed: '',
  registerTermsLink: null,
  name: 'x',
  offline: 1,
  sound_ring: '5',
  langId: null,
  type: '1',
}
const poll = { id: 1, createDate: '0000-00-00', lastSentDate: '', answer1count: null, status: '' }
const message = { messageId: 1, time: '1700000000500', userId: null, image: null, text: 'hi' }
const account = {
  id: 1,
  email: null,
  countryId: null,
  plan: { admins: null, rooms: 5, users: 1, keywords: 0, usedAdmins: 1, usedKeywords: 0, usedRooms: 5, exceed: '0' },
}
const samples: Partial<Record<string, unknown>> = {
  chatList: { status: 1, count: null, data: [chat] },
  chatRead: { status: '1', data: chat },
  chatCreate: { status: 1, chatId: 1, hash: null },
  pollList: { status: true, data: [poll] },
  pollCreate: { id: 1, createDate: '1700000000' },
  messageList: { status: 1, data: [message], next: '' },
  messageListSlow: { status: 1, data: [message] },
  accountRead: { status: 1, data: account },
  banList: { status: 1, data: [{ firstIp: '1.2.3.4', lastIp: '1.2.3.4' }] },
  socialRead: { status: 1, data: { social: 0 } },
}

describe('parsing a parsed answer again changes nothing', () => {
  test.each(apiNames)('%s', (name) => {
    const { response }: Endpoint = api[name]
    const sample = response.parse(samples[name] ?? { status: 1, chatId: 1, hash: null })
    expect(response.parse(sample)).toEqual(sample)
    fc.assert(
      fc.property(anything.object, (answer) => {
        const once = response.safeParse(answer)
        if (once.success) expect(response.parse(once.data)).toEqual(once.data)
      }),
      { numRuns: 50 },
    )
  })

  test('times and dates, in general', () => {
    const settles = (schema: typeof wireSeconds | typeof wireDate) => (sent: unknown) => {
      const once = schema.parse(sent)
      expect(schema.parse(once)).toBe(once)
    }
    fc.assert(fc.property(fc.double({ noNaN: true, min: 0, max: 9e12 }), settles(wireSeconds)))
    fc.assert(fc.property(fc.string(), settles(wireDate)))
  })
})

describe('a name', () => {
  test.each([
    ['Ana\r\nBcc: all@example.org', 'Ana Bcc: all@example.org'],
    ['\u001b[31mAna\u001b[0m', '[31mAna[0m'],
    ['A\u202Ena', 'Ana'],
    ['Ana\u2028Bo', 'Ana Bo'],
    ['علي\u200f (אנה)', 'علي\u200f (אנה)'],
  ])('%j is %j on one line', (given, kept) => {
    expect(nameText(100).parse(given)).toBe(kept)
    expect(nameText(100).parse(kept)).toBe(kept)
  })

  test.each(['\r\n\u001b', '\u200B\u00AD', '\u3164'])('%j, which nobody can see, is empty', (given) => {
    expect(nameText(100).safeParse(given).success).toBe(false)
  })
})
