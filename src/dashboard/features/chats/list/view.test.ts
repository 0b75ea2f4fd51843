import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { settingNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { activeFilters, chatStateNames } from '#dashboard/platform/chats/filters/chat-filters.ts'
import { columnLabel, columnsOf } from './columns.tsx'
import { pinnedFirst } from '#dashboard/platform/chats/chat-search.ts'
import { sorted, defaultColumns, type ColumnKey, type ChatListView, chatListState } from './view.ts'

const { read: readView, write: writeView } = chatListState

const chat = (wire: { id?: number; name?: string; [field: string]: unknown } = {}) =>
  Chat.parse({ id: 1, hash: 'a1b2c3d4', createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '', ...wire })

const allColumns: ColumnKey[] = [...new Set([...defaultColumns, ...settingNames])]
const ownSorts = ['created', 'lastUsed', 'hash'] as const
const view = fc.record<ChatListView>({
  search: fc.string({ unit: 'binary' }),
  show: fc.constantFrom(null, ...chatStateNames),
  language: fc.constantFrom(null, 'pl', '7'),
  type: fc.constantFrom(null, '0', '1'),
  findings: fc.constantFrom(null, '1', 'no-way-in'),
  label: fc.constantFrom(null, 'live', 'radio & co'),
  sort: fc.record({ key: fc.constantFrom<string>(...ownSorts, ...settingNames), descending: fc.boolean() }),
  columns: fc.oneof(fc.constant(defaultColumns), fc.uniqueArray(fc.constantFrom(...allColumns))),
  fit: fc.boolean(),
  open: fc.oneof(
    fc.constant(null),
    fc.constant({ drawer: 'new' } as const),
    fc.record({ drawer: fc.constant('duplicate' as const), chatId: fc.integer({ min: 1 }) }),
  ),
})

const read = (query: string) => readView(new URLSearchParams(query))

describe('the view in the address', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(view, (before) => {
        expect(read(writeView(before).toString())).toEqual(before)
      }),
      { numRuns: 500 },
    )
  })

  test('the plain page has a plain address', () => {
    expect(writeView(read('')).toString()).toBe('')
    expect(read('')).toEqual({
      search: '',
      show: null,
      language: null,
      type: null,
      findings: null,
      label: null,
      sort: { key: 'lastUsed', descending: true },
      columns: defaultColumns,
      fit: true,
      open: null,
    })
  })

  test('each part is in the address by name', () => {
    const query = writeView({
      search: 'wieża & co',
      show: 'offline',
      language: 'pl',
      type: '1',
      findings: 'no-way-in',
      label: 'live',
      sort: { key: 'name', descending: false },
      columns: ['hash', 'offline'],
      fit: false,
      open: { drawer: 'duplicate', chatId: 7 },
    })
    expect(Object.fromEntries(query)).toEqual({
      q: 'wieża & co',
      show: 'offline',
      language: 'pl',
      type: '1',
      findings: 'no-way-in',
      label: 'live',
      sort: 'name',
      columns: 'hash.offline',
      fit: 'no',
      open: 'duplicate-7',
    })
  })

  test.each(['show=all', 'show=nowhere', 'show=', 'show=constructor', 'show=OFFLINE', 'language=', 'type=', 'label='])(
    '%s shows all chats',
    (query) => {
      expect(activeFilters(read(query))).toEqual([])
    },
  )

  test.each(['sort=bogus', 'sort=', 'sort=-', 'sort=--name', 'sort=constructor', 'sort=__proto__', 'sort=state', 'sort=-signIn'])(
    '%s sorts as usual',
    (query) => {
      expect(read(query).sort).toEqual({ key: 'lastUsed', descending: true })
    },
  )

  test('columns that do not exist are left out, others are shown once', () => {
    expect(read('columns=hash.bogus.offline.hash.__proto__.constructor.').columns).toEqual(['hash', 'offline'])
    expect(read('columns=').columns).toEqual([])
  })

  test.each(['open=', 'open=nothing', 'open=duplicate', 'open=duplicate-', 'open=duplicate-0', 'open=duplicate-x', 'open=duplicate--7'])(
    '%s opens nothing',
    (query) => {
      expect(read(query).open).toBeNull()
    },
  )

  test('whatever the address says, the page can be drawn from it', () => {
    const pairs = fc.array(
      fc.tuple(fc.constantFrom('q', 'show', 'language', 'type', 'findings', 'sort', 'columns', 'fit', 'open', 'else'), fc.string()),
    )
    const context = {
      currency: 'EUR',
      catalogue: { languages: {}, sounds: [], countries: {} },
      labels: new Map(),
      pinned: new Set([1]),
      typed: 'a',
    }
    fc.assert(
      fc.property(pairs, (query) => {
        const found = readView(new URLSearchParams(query))
        expect([null, ...chatStateNames]).toContain(found.show)
        // The line under the table names what it is sorted by.
        expect(columnLabel(found.sort.key as ColumnKey)).toEqual(expect.any(String))
        expect(columnsOf(found.columns, context)[0]?.key).toBe('name')
      }),
    )
  })
})

describe('sorting', () => {
  const ids = (chats: Chat[]) => chats.map(({ id }) => id)
  const keys = [...ownSorts, ...settingNames]
  const wire = fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    name: fc.constantFrom('', 'a', 'b', 'Ä', 'ä'),
    hash: fc.constantFrom('x', 'Y'),
    createDate: fc.constantFrom(null, 1, 2),
    lastUsed: fc.constantFrom(null, 'soon', '2024-03-04 05:06:07', '2025-03-04 05:06:07'),
    langId: fc.constantFrom<string | number>('en', 'de', 7, 12, '9', ''),
    sound_message: fc.constantFrom<string | number>('pop', '', 1, 12, 3),
    offline: fc.boolean(),
    groupChatWelcomeMessageDelay: fc.constantFrom(2, 10),
  })
  const chats = fc.uniqueArray(wire, { selector: ({ id }) => id, maxLength: 9 }).map((list) => list.map(chat))

  test('by any column, the order does not depend on the order of arrival', () => {
    fc.assert(
      fc.property(
        chats.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        fc.constantFrom<string>(...keys),
        fc.boolean(),
        ([list, shuffled], key, descending) => {
          expect(ids(sorted(shuffled, { key, descending }))).toEqual(ids(sorted(list, { key, descending })))
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['created', { createDate: 1 }, { createDate: 2 }],
    ['created', { createDate: null }, { createDate: 2 }],
    ['lastUsed', { lastUsed: '2024-03-04 05:06:07' }, { lastUsed: '2024-03-04 05:06:08' }],
    ['lastUsed', { lastUsed: null }, { lastUsed: '2024-03-04 05:06:08' }],
    ['hash', { hash: 'a' }, { hash: 'b' }],
    ['name', { name: 'Ärger' }, { name: 'Zorn' }],
    ['type', { type: 0 }, { type: 1 }],
    ['langId', { langId: 'de' }, { langId: 'en' }],
    ['langId', { langId: 7 }, { langId: 12 }],
    ['langId', { langId: 7 }, { langId: 'en' }],
    ['offline', { offline: false }, { offline: true }],
    ['sound_ring', { sound_ring: 2 }, { sound_ring: 10 }],
    ['groupChatWelcomeMessageDelay', { groupChatWelcomeMessageDelay: 9 }, { groupChatWelcomeMessageDelay: 10 }],
    ['filterWords', { filterWords: '' }, { filterWords: 'a' }],
  ])('by %s, %j comes before %j', (key, lower, higher) => {
    // Names the other way round: they must not decide.
    const [first, second] = [chat({ id: 2, name: 'z', ...lower }), chat({ id: 1, name: 'a', ...higher })]
    expect(ids(sorted([second, first], { key, descending: false }))).toEqual([2, 1])
    expect(ids(sorted([first, second], { key, descending: true }))).toEqual([1, 2])
  })

  test('every setting sorts its values apart', () => {
    const other = (name: SettingName, value: unknown) =>
      typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `${name} x`
    for (const key of settingNames) {
      const one = chat({ id: 1, name: 'a' })
      const two = chat({ id: 2, name: 'a', [key]: other(key, one[key]) })
      const up = ids(sorted([one, two], { key, descending: false }))
      expect(ids(sorted([two, one], { key, descending: true })), key).toEqual(up.toReversed())
    }
  })

  test('names break ties, ids break ties of names, whichever way the column is sorted', () => {
    const list = [chat({ id: 3, name: 'b' }), chat({ id: 2, name: 'a' }), chat({ id: 1, name: 'b' })]
    for (const descending of [false, true]) expect(ids(sorted(list, { key: 'offline', descending }))).toEqual([2, 1, 3])
  })

  test('pinned chats come first, in the same order among themselves', () => {
    const list = [4, 2, 3, 1].map((id) => chat({ id }))
    expect(ids(pinnedFirst(list, new Set([1, 2, 9])))).toEqual([2, 1, 4, 3])
    // Nothing is drawn anew where no pin changes the order.
    for (const none of [new Set<number>(), new Set([9])]) expect(pinnedFirst(list, none)).toBe(list)
  })
})
