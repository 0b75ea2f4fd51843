import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Chat, chatList } from './chats.ts'
import { defaults, settingNames } from './settings-derive.ts'

const chat = {
  id: 7,
  hash: 'abc',
  createDate: 1_600_000_000,
  lastUsed: '2026-11-02 10:00:00',
  registerTermsLink: '',
  ...defaults,
  name: 'Lobby',
}
const fields = ['id', 'hash', 'createDate', 'lastUsed', 'registerTermsLink', ...settingNames]

const parsed = (response: { safeParse: (answer: unknown) => { data?: unknown } } | undefined, data: unknown[]) =>
  response?.safeParse({ status: true, data }).data

const wireValue = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e12,
    -1e12,
    1e11,
    Infinity,
    2 ** 53,
    '',
    '0',
    '1',
    'true',
    '12',
    '1.5',
    'pop',
    'pl',
    {},
    [],
  ),
  fc.constantFrom('2026-01-01 00:00:00', '0000-00-00 00:00:00', '0000-00-00'),
  fc.string(),
  fc.double(),
)

test('the list of chats is read as its schema says, whatever a field holds', () => {
  const changes = fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, fc.constantFrom('other', '__proto__')),
    wireValue,
    {
      maxKeys: 3,
    },
  )
  fc.assert(
    fc.property(changes, fc.option(fc.constantFrom(...fields)), (changed, missing) => {
      const sent: Record<string, unknown> = { ...chat, ...changed }
      if (missing !== null) delete sent[missing]
      expect(parsed(chatList.fastResponse, [sent])).toEqual(parsed(chatList.response, [sent]))
    }),
    { numRuns: 1000 },
  )
})

test.each([...fields.map((name) => [name]), ['other']])('%s of a form that is not parsed', (name) => {
  for (const value of [null, undefined, 1, 1e12, '', '1', 'x', '0000-00-00 00:00:00', true, {}]) {
    const sent = { ...chat, [name]: value }
    expect(parsed(chatList.fastResponse, [sent, chat])).toEqual(parsed(chatList.response, [sent, chat]))
  }
})

test('a chat in the form of our own service is not copied', () => {
  const [read] = (parsed(chatList.fastResponse, [chat]) as { data: unknown[] }).data
  expect(read).toBe(chat)
  expect(Chat.parse(chat)).toEqual(chat)
})
