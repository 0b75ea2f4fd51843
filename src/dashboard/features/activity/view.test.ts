import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry, Kept } from './entry.ts'
import { kindNames, outcomeNames } from './entry.ts'
import { recordAsCsv, recordAsJson } from './export-file.ts'
import { everything, matching, roomsIn, activityState } from './view.ts'
import { withoutSameSounds } from './words.ts'

const { read: readView, write: writeView } = activityState

const catalogue = {
  languages: {},
  sounds: [
    { id: 1, name: 'pop', label: 'Pop' },
    { id: 2, name: 'ding', label: 'Ding' },
  ],
  countries: {},
}

const kept = (at: number, part: Partial<Entry>): Kept => ({
  key: [1, at, 0],
  value: {
    act: 'chatUpdate',
    kind: 'settings',
    at,
    chatId: 7,
    room: 'Lobby',
    subject: '',
    changes: [],
    outcome: 'done',
    said: '',
    ...part,
  },
})

const lines = [
  kept(3, { room: 'Café', changes: [{ name: 'upload', before: true, after: false }] }),
  kept(2, { chatId: 8, room: 'Bar', outcome: 'refused', said: 'Too long.' }),
  kept(1, { act: 'accountUpdate', kind: 'account', chatId: null, room: '', changes: [{ name: 'city', before: '=1+1', after: 'Oslo' }] }),
]
const found = (part: Partial<typeof everything>) => matching(lines, { ...everything, ...part }, catalogue).map(({ value }) => value.at)

describe('what is looked at', () => {
  test('survives the address', () => {
    const view = fc.record({
      search: fc.string(),
      room: fc.option(fc.integer({ min: 1, max: 1e9 })),
      kind: fc.option(fc.constantFrom(...kindNames)),
      outcome: fc.option(fc.constantFrom(...outcomeNames)),
    })
    fc.assert(
      fc.property(view, (one) => {
        expect(readView(new URLSearchParams(writeView(one).toString()))).toEqual(one)
      }),
    )
  })

  test('an address of nonsense shows everything', () => {
    expect(readView(new URLSearchParams('room=x&kind=toString&outcome=1'))).toEqual(everything)
  })

  test.each([
    ['nothing set', {}, [3, 2, 1]],
    ['a room', { room: 7 }, [3]],
    ['a kind', { kind: 'account' }, [1]],
    ['an outcome', { outcome: 'refused' }, [2]],
    ['a room by name, without its accent', { search: 'cafe' }, [3]],
    ['a field by its label', { search: 'file upload' }, [3]],
    ['an old value', { search: '=1+1' }, [1]],
    ['the words of the service', { search: 'too long' }, [2]],
    ['all of them must hold', { search: 'cafe', outcome: 'refused' }, []],
  ] as const)('%s', (_, view, expected) => {
    expect(found(view)).toEqual(expected)
  })

  test('a room is called by its newest name', () => {
    expect(roomsIn([kept(5, { room: '' }), ...lines, kept(0, { room: 'Old' })])).toEqual([
      { id: 8, name: 'Bar' },
      { id: 7, name: 'Café' },
    ])
  })
})

test('the same sound by number and by name is no change', () => {
  const { value } = kept(1, {
    changes: [
      { name: 'sound_message', before: 1, after: 'pop' },
      { name: 'sound_ring', before: 1, after: 'ding' },
    ],
  })
  expect(withoutSameSounds(value, catalogue).changes).toEqual([{ name: 'sound_ring', before: 1, after: 'ding' }])
})

describe('files', () => {
  test('CSV: a row for each field, safe against formulas', () => {
    const rows = recordAsCsv(lines, catalogue).trim().split('\r\n')
    expect(rows).toHaveLength(4)
    expect(rows[1]).toBe('1970-01-01T00:00:00.003Z,Settings,1 setting changed,7,Café,,File upload,On,Off,Done,')
    expect(rows[3]).toContain("'=1+1,Oslo")
  })

  test('JSON: the lines as they are kept', () => {
    expect(JSON.parse(recordAsJson(lines))).toMatchObject([{ time: '1970-01-01T00:00:00.003Z', act: 'chatUpdate', chatId: 7 }, {}, {}])
  })
})
