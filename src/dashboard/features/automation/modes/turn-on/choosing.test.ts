import { describe, expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import type { PresetPreviewChat } from '#contract/gateway/presets.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import { changesIn, chatSets, firstChoice, isReady, rowsOf, sumsOf } from './choosing.ts'

const chats = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]
const labels = new Map([
  [1, ['live', 'festival']],
  [3, ['live']],
])
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

test('a mode is for all chats, or for those with its labels and single ones', () => {
  expect(idsOf(chosenChats('all', chats, labels))).toEqual([1, 2, 3, 4])
  // Chat 9 was deleted.
  expect(idsOf(chosenChats({ labels: ['live'], chatIds: [4, 9] }, chats, labels))).toEqual([1, 3, 4])
})

describe('what is chosen when the dialog opens', () => {
  test.each([
    ['the chats of the mode', {}, [1, 3]],
    ['with the chat that the person looks at', { hereId: 2 }, [1, 2, 3]],
    ['only those that were asked for', { chatIds: [4, 2, 9] }, [2, 4]],
  ])('%s', (_, request, expected) => {
    expect(firstChoice(request, [{ id: 1 }, { id: 3 }], chats)).toEqual(expected)
  })
})

test('the chats that were asked for come first, then those used last; a mode can be turned on in so many at once', () => {
  const many = Array.from({ length: 2002 }, (_, index) =>
    Chat.parse({
      id: index + 1,
      name: '',
      hash: 'a1b2c3d4',
      createDate: 1,
      lastUsed: `2026-11-14 ${new Date(index * 1000).toISOString().slice(11, 19)}`,
      registerTermsLink: '',
    }),
  )
  const { rows, tooMany } = rowsOf(many, new Set([1]))
  expect([rows.length, rows[0]?.id, rows[1]?.id, rows.at(-1)?.id, tooMany]).toEqual([2000, 1, 2002, 4, 2])
  expect(rowsOf(many.slice(0, 3), new Set([2]))).toMatchObject({ rows: [{ id: 2 }, { id: 3 }, { id: 1 }], tooMany: 0 })
})

test('all chats, this chat, the busy ones and the most common labels can be chosen with one press', () => {
  const now = Date.UTC(2026, 10, 14, 19, 30) / 1000
  const lastUsed = ['2026-11-14 19:29:00', '2026-11-13 19:29:00', null, '2026-11-14 19:20:00']
  const rows = lastUsed.map((used, index) =>
    Chat.parse({ id: index + 1, name: '', hash: 'a1b2c3d4', createDate: 1_700_000_000, lastUsed: used, registerTermsLink: '' }),
  )
  expect(chatSets(rows, { hereId: 2 }, labels, now)).toEqual([
    { key: 'all', label: 'All', ids: [1, 2, 3, 4] },
    { key: 'here', label: 'This chat', ids: [2] },
    { key: 'busy', label: 'Busy now', ids: [1, 4] },
    { key: 'label-live', label: 'Label: live', ids: [1, 3] },
    { key: 'label-festival', label: 'Label: festival', ids: [1] },
  ])
  expect(chatSets(rows.slice(1, 3), { hereId: 9 }, new Map(), now).map(({ key }) => key)).toEqual(['all'])
})

const read = (changes: Partial<PresetPreviewChat>): PresetPreviewChat => ({
  chatId: 1,
  name: 'Lobby',
  message: '',
  isGone: false,
  alreadyOn: null,
  values: [
    { setting: 'anonymous', now: true, set: false },
    { setting: 'allowLinks', now: false, set: false },
  ],
  cannotPutBack: ['sound_message'],
  soundsAtRisk: [],
  ...changes,
})

test('a value that is the same already is no change', () => {
  expect(changesIn(read({})).map(({ setting }) => setting)).toEqual(['anonymous'])
  const same = read({ values: [{ setting: 'anonymous', now: false, set: false }] })
  expect(sumsOf([read({}), read({}), same])).toEqual({ changes: 2, changedChats: 2, matching: 3 })
})

test.each([
  ['that was read', {}, true],
  ['that could not be read', { message: 'The service did not answer.' }, false],
  ['that was deleted', { isGone: true }, false],
  ['in which it is on already', { alreadyOn: { id: 'on-1', by: 'Ana', until: null } }, false],
])('a mode can be turned on in a chat %s: %j', (_, changes, expected) => {
  expect(isReady(read(changes))).toBe(expected)
})
