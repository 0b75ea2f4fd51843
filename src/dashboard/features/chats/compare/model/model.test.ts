import { expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { settingNames, type Settings } from '#contract/settings-derive.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { SettingFields } from '#engine/changes/chat-result.ts'
import { type CellContext, cellLabel, cellText, cellTip, cellView } from './cell.ts'
import { differsFrom, gridRows, rowsHeld, shownSettings } from './rows.ts'
import { matrixChat } from './matrix-chat.ts'
import { commonValue, summary, tallySaved, withEdits } from './tally.ts'

const catalogue: Catalogue = {
  languages: { en: 'English', pl: 'Polish' },
  sounds: [{ id: 1, name: 'pop', label: 'Pop' }],
  countries: {},
}

const chat = (id: number, values: Partial<Settings> = {}, more: object = {}) =>
  Object.assign(
    Chat.parse({ id, hash: `hash${id}`, createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '', name: `Chat ${id}`, ...values }),
    more,
  )
const inMatrix = (one: Chat, edits?: SettingFields) => matrixChat(one, catalogue, edits, true)

const tallyOf = (chats: ReturnType<typeof inMatrix>[]) =>
  withEdits(
    tallySaved(chats.map(({ saved }) => saved)),
    chats.filter(({ edited }) => edited.length > 0),
  )

const summaryOf = (name: (typeof settingNames)[number], values: Partial<Settings>[], edits?: SettingFields) => {
  const chats = values.map((one, index) => inMatrix(chat(index + 1, one), index === 0 ? edits : undefined))
  return summary(name, tallyOf(chats)[name], catalogue)
}

test.each<[(typeof settingNames)[number], Partial<Settings>[], string]>([
  ['allowLinks', [{}, { allowLinks: false }, {}], '2 on, 1 off'],
  ['allowLinks', [{}, {}], '2 on'],
  ['type', [{ type: 1 }, {}, { type: 7 }], '1 group, 1 expert, 1 no. 7'],
  ['langId', [{ langId: 'pl' }, {}], '2 languages'],
  ['langId', [{ langId: 'pl' }], 'Polish'],
  ['sound_message', [{}, { sound_message: 9 }], '2 sounds'],
  ['groupChatWelcomeMessageDelay', [{}], '1 s'],
  ['filterWords', [{ filterWords: 'a,b' }, {}, {}], '1 list, 2 none'],
  ['offlineMessage', [{ offlineMessage: 'closed' }, {}], '1 filled, 1 empty'],
])('the head of %s among %j says %j', (name, values, words) => {
  expect(summaryOf(name, values)).toBe(words)
})

test('edits are counted in place of what the service holds', () => {
  expect(summaryOf('allowLinks', [{}, {}], { allowLinks: false })).toBe('1 on, 1 off')
  expect(summaryOf('allowLinks', [{}], { allowLinks: false })).toBe('1 off')
})

test('a common value is shared by more than half of the chats, and texts have none', () => {
  const of = (values: Partial<Settings>[]) => tallyOf(values.map((one, index) => inMatrix(chat(index + 1, one))))
  expect(commonValue('allowLinks', of([{}, {}, { allowLinks: false }]).allowLinks)).toBe(true)
  expect(commonValue('allowLinks', of([{}, { allowLinks: false }]).allowLinks)).toBeUndefined()
  expect(commonValue('offlineMessage', of([{}, {}]).offlineMessage)).toBeUndefined()
  expect(commonValue('filterWords', of([{}, {}]).filterWords)).toBe('')
})

const context: CellContext = { catalogue, currency: '', common: { allowLinks: true } }

test('a cell is read out with its setting, its chat, its value and its marks', () => {
  const label = (one: ReturnType<typeof inMatrix>, name: (typeof settingNames)[number]) =>
    cellLabel(name, one, cellView(name, one, context), context)
  expect(label(inMatrix(chat(1), { allowLinks: false }), 'allowLinks')).toBe(
    'Links, Chat 1: off, edited, was on, the default is on, most chats have on',
  )
  expect(label(inMatrix(chat(2, { anonymous: false })), 'guestAvatar')).toBe(
    'Guests may upload a picture, Chat 2: off, no effect while Guests is off',
  )
  expect(label(inMatrix(chat(3, { monetizeLogin: true })), 'monetizeLogin')).toBe(
    'Paid entry, Chat 3: on, the default is off, Paid entry without a currency',
  )
  expect(cellLabel('allowLinks', inMatrix(chat(4, {}, { isReduced: true })))).toBe('Links, Chat 4: not read')
})

test.each<[(typeof settingNames)[number], Partial<Settings>, SettingFields | undefined, string]>([
  ['allowLinks', {}, undefined, ''],
  ['allowLinks', {}, { allowLinks: false }, 'Off\nEdited\nWas on\nThe default is on\nMost chats have on'],
  ['langId', { langId: 'en' }, undefined, 'English'],
  ['offlineMessage', { offline: true, offlineMessage: 'Back at noon' }, undefined, 'Back at noon\nThe default is empty'],
])('the text beside the cell of %s with %j and the edits %j', (name, values, edits, words) => {
  const context = { catalogue, currency: 'EUR', common: { allowLinks: true } }
  expect(cellTip(name, inMatrix(chat(1, values), edits), context)).toBe(words)
})

test('a finding marks the cell of the setting that it is about first', () => {
  const paid = inMatrix(chat(1, { monetizeLogin: true }))
  expect(settingNames.filter((name) => cellView(name, paid, context).finding)).toEqual(['monetizeLogin'])
})

test.each<[(typeof settingNames)[number], string | number | boolean, string]>([
  ['allowLinks', false, 'Off'],
  ['filterWords', 'a,b,c', '3'],
  ['filterWords', '', 'none'],
  ['langId', 'pl', 'pl'],
  ['offlineMessage', '  We are closed', 'We'],
  ['offlineMessage', '', 'none'],
  ['sound_message', 'pop', 'Pop'],
  ['sound_message', 9, 'Sound no. 9'],
])('%s with %j is shown as %j', (name, value, text) => {
  expect(cellText(name, value, catalogue)).toBe(text)
})

test('an edited setting stays in sight when no chat differs any more', () => {
  const tallies = tallySaved([chat(1), chat(2, { allowLinks: false })])
  const held = rowsHeld(tallies, () => false, new Set())
  expect([...held.differ]).toEqual(['allowLinks'])
  expect(shownSettings(held.differ, new Set(), 'links')).toEqual(['allowLinks'])
  expect(shownSettings(held.differ, new Set(['upload']), '')).toEqual(['allowLinks', 'upload'])
})

test('chats are compared with a chosen one by what the service holds, and the chosen one stays', () => {
  const [one, same, other] = [inMatrix(chat(1)), inMatrix(chat(2), { upload: false }), inMatrix(chat(3, { upload: false }))]
  expect([one, same, other].filter(differsFrom(one))).toEqual([one, other])
})

test('settings stand under the heads of their groups; those of a closed group are no rows', () => {
  const { rows, open } = gridRows(['name', 'langId', 'upload'], ['general'])
  expect(rows.map((row) => (row.kind === 'group' ? `${row.group} ${row.isClosed}` : row.name))).toEqual([
    'general true',
    'files false',
    'upload',
  ])
  expect(open).toEqual(['upload'])
})

test('a chat is the same object while neither it nor its edits change', () => {
  const one = chat(1)
  const edits = { allowLinks: false }
  expect(inMatrix(one)).toBe(inMatrix(one))
  expect(inMatrix(one, edits)).toBe(inMatrix(one, edits))
  expect(inMatrix(one, edits)).not.toBe(inMatrix(one))
  expect(inMatrix(one, edits).values.allowLinks).toBe(false)
  expect(inMatrix(one, edits).saved.allowLinks).toBe(true)
})
