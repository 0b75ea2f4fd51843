import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditKindNames } from '#contract/workspace/audit-actions.ts'
import { auditOutcomeNames } from '#contract/workspace/audit.ts'
import type { ActivityEntry, KeptEntry } from './entry.ts'
import { recordAsCsv, recordAsJson } from './export-file.ts'
import { activityState, chatsIn, everything, matching, scopeNames } from './view.ts'
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

const kept = (at: number, part: Partial<ActivityEntry>): KeptEntry => ({
  key: [1, at, 0],
  value: {
    action: 'chatUpdate',
    kind: 'settings',
    at,
    chatId: 7,
    chatName: 'Lobby',
    subject: '',
    target: {},
    changes: [],
    outcome: 'done',
    message: '',
    ...part,
  },
})

const lines = [
  kept(3, { chatName: 'Café', changes: [{ name: 'upload', before: true, after: false }] }),
  kept(2, { chatId: 8, chatName: 'Bar', outcome: 'refused', message: 'Too long.' }),
  kept(1, {
    action: 'accountUpdate',
    kind: 'account',
    chatId: null,
    chatName: '',
    changes: [{ name: 'city', before: '=1+1', after: 'Oslo' }],
  }),
]
const found = (part: Partial<typeof everything>) => matching(lines, { ...everything, ...part }, catalogue).map(({ value }) => value.at)

describe('search and filters', () => {
  test('is the same after the URL', () => {
    const id = fc.option(fc.integer({ min: 1, max: 1e9 }))
    const word = fc.option(fc.string({ minLength: 1 }))
    const date = fc.option(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10)),
    )
    const view = fc.record({
      scope: fc.option(fc.constantFrom(...scopeNames)),
      search: fc.string(),
      chatId: id,
      kind: fc.option(fc.constantFrom(...auditKindNames)),
      outcome: fc.option(fc.constantFrom(...auditOutcomeNames)),
      action: word,
      person: word,
      field: word,
      from: date,
      to: date,
      line: id,
    })
    fc.assert(
      fc.property(view, (one) => {
        expect(readView(new URLSearchParams(writeView(one).toString()))).toEqual(one)
      }),
    )
  })

  test('shows everything where the URL makes no sense', () => {
    const plain = { ...everything, scope: null, line: null }
    expect(readView(new URLSearchParams('room=x&kind=toString&outcome=1&from=14.11.&to=2026-13-40&entry=-1&show=all'))).toEqual(plain)
  })

  test.each([
    ['nothing set', {}, [3, 2, 1]],
    ['a chat', { chatId: 7 }, [3]],
    ['a kind', { kind: 'account' }, [1]],
    ['an outcome', { outcome: 'refused' }, [2]],
    ['a chat by name, without its accent', { search: 'cafe' }, [3]],
    ['a field by its label', { search: 'file upload' }, [3]],
    ['an old value', { search: '=1+1' }, [1]],
    ['the message of the service', { search: 'too long' }, [2]],
    ['all of them must hold', { search: 'cafe', outcome: 'refused' }, []],
  ] as const)('%s', (_, view, expected) => {
    expect(found(view)).toEqual(expected)
  })

  test('names a chat by its newest name', () => {
    expect(chatsIn([kept(5, { chatName: '' }), ...lines, kept(0, { chatName: 'Old' })])).toEqual([
      { id: 8, name: 'Bar' },
      { id: 7, name: 'Café' },
    ])
  })
})

test('does not show the same sound, by number and by name, as a change', () => {
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

  test('JSON: the entries as they are stored', () => {
    expect(JSON.parse(recordAsJson(lines))).toMatchObject([{ time: '1970-01-01T00:00:00.003Z', action: 'chatUpdate', chatId: 7 }, {}, {}])
  })
})
