import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { settingNames, type Settings, settingsWrite } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { matrixChat } from '../model/matrix-chat.ts'
import { checkPaste, copyCells, maxPasteLength, readTable, writeTable } from './paste.ts'

const catalogue: Catalogue = {
  languages: { en: 'English', pl: 'Polish' },
  sounds: [
    { id: 1, name: 'pop', label: 'Pop' },
    { id: 2, name: 'none', label: 'None' },
  ],
  countries: {},
}

const chat = (id: number, values: Partial<Settings> = {}, mayEdit = true, more: object = {}) =>
  matrixChat(
    Object.assign(
      Chat.parse({ id, hash: `h${id}`, createDate: null, lastUsed: null, registerTermsLink: '', name: `Chat ${id}`, ...values }),
      more,
    ),
    catalogue,
    undefined,
    mayEdit,
  )

const area = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })

const table = fc.array(
  fc.array(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', "'", '\t', '\n', '\r', '=', 'a', ' ') })), {
    minLength: 2,
    maxLength: 4,
  }),
  {
    minLength: 2,
    maxLength: 5,
  },
)

test('every table of texts is read as it was written', () => {
  fc.assert(
    fc.property(table, (texts) => {
      const width = Math.min(...texts.map((row) => row.length))
      const even = texts.map((row) => row.slice(0, width))
      expect(readTable(writeTable(even)).map((row) => row.map(({ text }) => text))).toEqual(even)
    }),
  )
})

test('no text is copied as something that a spreadsheet would run', () => {
  expect(writeTable([['=1+1', '-2', 'a']])).toBe("'=1+1\t'-2\ta")
})

test('what spreadsheets copy is read: Windows line ends, one at the end, quotes in quotes, empty lines', () => {
  const texts = (pasted: string) => readTable(pasted).map((row) => row.map(({ text }) => text))
  expect(texts('On\tOff\r\nOff\tOn\r\n')).toEqual([
    ['On', 'Off'],
    ['Off', 'On'],
  ])
  expect(texts('"a ""b""\nc"\t5')).toEqual([['a "b"\nc', '5']])
  expect(texts('a\n\nb')).toEqual([['a'], [''], ['b']])
  expect(texts('"open')).toEqual([['"open']])
  expect(texts('')).toEqual([['']])
})

test('all settings of chats are pasted back as they were copied, whatever they hold', () => {
  const value = (name: SettingName) => {
    const arbitrary = fc.oneof(
      fc.boolean(),
      fc.nat(100_000),
      fc.string({ maxLength: 30 }),
      fc.constantFrom('pop', 'none', 'pl', 'en', 0, 1),
    )
    return arbitrary.filter(
      (one) => settingsWrite[name].safeParse(one).success && (name !== 'langId' || Object.hasOwn(catalogue.languages, String(one))),
    )
  }
  const chosen: SettingName[] = [
    'allowLinks',
    'type',
    'langId',
    'sound_message',
    'groupChatWelcomeMessage',
    'groupChatWelcomeMessageDelay',
    'filterWords',
  ]
  const sounds = (values: object) => ({ ...values, sound_message: 'none' })
  fc.assert(
    fc.property(fc.record(Object.fromEntries(chosen.map((name) => [name, value(name)]))), (values) => {
      const from = [chat(1, sounds(values))]
      const to = [chat(2)]
      const copied = copyCells(area(0, 0, chosen.length - 1), chosen, from)
      const { cells, problems } = checkPaste(copied, area(0, 0), chosen, to, catalogue)
      expect(problems).toEqual([])
      const after = Object.fromEntries(cells.map((cell) => [cell.name, cell.value]))
      const target = chat(2).values
      for (const name of chosen) expect(after[name] ?? target[name]).toEqual(from[0]!.values[name])
    }),
  )
})

test('one value fills the selection, one column repeats over it', () => {
  const [names, chats] = [['allowLinks', 'allowImages'] as const, [chat(1), chat(2), chat(3, { allowLinks: false })]]
  expect(checkPaste('off', area(0, 0, 1, 2), names, chats, catalogue)).toMatchObject({ cells: { length: 5 }, same: 1, problems: [] })
  expect(checkPaste('Off\nOn', area(0, 0, 1, 2), names, chats, catalogue).cells).toEqual([
    { chatId: 1, name: 'allowLinks', value: false },
    { chatId: 2, name: 'allowLinks', value: false },
  ])
})

test('59 rows for 60 settings are refused as a whole', () => {
  const pasted = Array.from({ length: 59 }, () => 'On').join('\n')
  const { cells, problems } = checkPaste(pasted, area(0, 0, 59), settingNames, [chat(1)], catalogue)
  expect(cells).toEqual([])
  expect(problems).toEqual([{ cell: '', value: '', reason: '59 rows were pasted, but 60 are selected.' }])
})

test.each([
  ['a table that is too long', 'On\nOn', '2 rows were pasted, but only 1 are left below the first one.'],
  ['a table that is too wide', 'On\tOn', '2 columns were pasted, but only 1 are left beside the first one.'],
  ['rows of different lengths', 'On\nOn\tOn', 'Row 2 has 2 columns, but the first row has 1.'],
  ['10 MB', 'x'.repeat(10_000_000), 'The text is too long: 10 MB, and at most 5 can be pasted.'],
])('%s is refused', (_, pasted, reason) => {
  const { cells, problems } = checkPaste(pasted, area(0, 0), ['allowLinks'], [chat(1)], catalogue)
  expect(cells).toEqual([])
  expect(problems).toEqual([{ cell: '', value: '', reason }])
})

test('a text as long as may be pasted is checked', () => {
  const { problems } = checkPaste('x'.repeat(maxPasteLength), area(0, 0), ['filterWords'], [chat(1)], catalogue)
  expect(problems[0]?.reason).toBe('must have at most 20000 characters')
})

test.each<[SettingName, string, string]>([
  ['allowLinks', 'maybe', 'must be On or Off'],
  ['allowLinks', '', 'must be On or Off'],
  ['type', 'Crowd', 'must be Group or Expert'],
  ['langId', 'xx', 'is not a language of the service'],
  ['sound_message', 'bang', 'is not the name of a sound'],
  ['sound_message', '1', 'is not the name of a sound'],
  ['groupChatWelcomeMessageDelay', '1.5', 'must be whole seconds'],
  ['groupChatWelcomeMessageDelay', '-1', 'must not be below 0'],
  ['name', ' ', 'must not be empty'],
  ['offlineMessage', '=HYPERLINK("x")', 'is a formula. Paste its value'],
  ['allowLinks', '=TRUE', 'is a formula. Paste its value'],
  ['offlineMessage', '#REF!', 'is the error of a formula'],
])('%s does not take %j: it %s', (name, pasted, reason) => {
  const { cells, problems } = checkPaste(pasted, area(0, 0), [name], [chat(1)], catalogue)
  expect(cells).toEqual([])
  expect(problems.map((problem) => problem.reason)).toEqual([reason])
})

test.each<[SettingName, string, unknown]>([
  ['allowLinks', 'FALSE', false],
  ['type', 'expert', 1],
  ['langId', 'Polish', 'pl'],
  ['sound_message', 'None', 'none'],
  ['groupChatWelcomeMessageDelay', '5 s', 5],
  ['offlineMessage', "'=1+1", '=1+1'],
  ['offlineMessage', "'tis closed", "'tis closed"],
])('%s takes %j as %j', (name, pasted, value) => {
  expect(checkPaste(pasted, area(0, 0), [name], [chat(1)], catalogue).cells).toEqual([{ chatId: 1, name, value }])
})

test('one wrong value keeps all others from being applied, and is named with its cell', () => {
  const { cells, problems } = checkPaste('Off\tmaybe', area(0, 0), ['allowLinks'], [chat(1), chat(2)], catalogue)
  expect(cells).toEqual([])
  expect(problems).toEqual([{ cell: 'Links, Chat 2', value: 'maybe', reason: 'must be On or Off' }])
})

test('a chat that may not be changed or read takes no other values, and those that it has are no problem', () => {
  const chats = [chat(1, {}, false), chat(2, {}, true, { isReduced: true })]
  const check = (pasted: string) => checkPaste(pasted, area(0, 0, 0, 1), ['allowLinks'], chats, catalogue)
  expect(check('On\t')).toMatchObject({ cells: [], same: 1, problems: [] })
  expect(check('Off\tOff').problems.map(({ cell }) => cell)).toEqual(['Links, Chat 1', 'Links, Chat 2'])
  expect(copyCells(area(0, 0, 0, 1), ['allowLinks'], chats)).toBe('On\t')
})

test('a value that the service holds is never wrong', () => {
  const odd = [chat(1, { type: 7, groupChatWelcomeMessageDelay: 99_999_999, offlineMessage: '=1', sound_message: 9 })]
  const names = ['type', 'groupChatWelcomeMessageDelay', 'offlineMessage', 'sound_message'] as const
  const copied = copyCells(area(0, 0, 3), names, odd)
  expect(checkPaste(copied, area(0, 0, 3), names, odd, catalogue)).toMatchObject({ cells: [], same: 4, problems: [] })
})

test('a language, a kind or a sound that has no name here is taken if another chat holds it', () => {
  const names = ['langId', 'type', 'sound_message'] as const
  const chats = [chat(1, { langId: 'xx', type: 7, sound_message: 9 }), chat(2)]
  const copied = copyCells(area(0, 0, 2), names, chats)
  expect(checkPaste(copied, area(0, 1, 2), names, chats, catalogue).cells.map(({ value }) => value)).toEqual(['xx', 7, 9])
})
