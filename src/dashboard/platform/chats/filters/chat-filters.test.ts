import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import type { DoctorFinding } from '#contract/settings-doctor.ts'
import { chatStateNames, chatStates, filterNames, noFilters, passing, type ChatFilters } from './chat-filters.ts'
import { filterOptions } from './FilterMenu.tsx'

const now = Date.UTC(2026, 2, 4) / 1000
const day = 24 * 60 * 60
const daysAgo = (days: number) => new Date((now - days * day) * 1000).toISOString().slice(0, 19).replace('T', ' ')

const chat = (wire: { id?: number; [field: string]: unknown } = {}) =>
  Chat.parse({ id: 1, hash: 'a1', name: 'Hall', createDate: 1_700_000_000, lastUsed: daysAgo(1), registerTermsLink: '', ...wire })

test.each([
  ['a chat in use', {}, ['online', 'recent']],
  ['one that is offline', { offline: true }, ['offline', 'recent']],
  ['a private one', { forceSDKLogin: 1 }, ['online', 'private', 'recent']],
  ['one with paid entry', { monetizeLogin: '1' }, ['online', 'paid', 'recent']],
  [
    'one that is all of it',
    { lastUsed: daysAgo(91), offline: 1, forceSDKLogin: 1, monetizeLogin: 1 },
    ['offline', 'private', 'paid', 'unused'],
  ],
  ['one with null for off', { offline: null, forceSDKLogin: null, monetizeLogin: null }, ['online', 'recent']],
  ['one of 31 days ago', { lastUsed: daysAgo(31) }, ['online']],
  // A chat that was never used is as old as it is, and nobody has used it.
  ['a new one', { lastUsed: null, createDate: now - day }, ['online']],
])('the states of %s', (_, wire, expected) => {
  expect(chatStateNames.filter((state) => chatStates[state].holds(chat(wire), now))).toEqual(expected)
})

const finding = (rule: string): DoctorFinding => ({ rule, title: `About ${rule}`, tone: 'look', detail: '', about: [], fix: null })

const chats = [
  chat({ id: 1, langId: 'pl', type: 1 }),
  chat({ id: 2, langId: 'pl', offline: true }),
  chat({ id: 3, langId: 12 }),
  { ...chat({ id: 4 }), isReduced: true as const },
]
const labels = new Map([
  [1, ['live', 'radio']],
  [2, ['live']],
])
const found: Record<number, DoctorFinding[]> = { 1: [finding('words')], 2: [finding('words'), finding('words'), finding('way-in')] }
const findingsOf = ({ id }: Chat) => found[id] ?? []
const context = {
  now,
  labels,
  hasFinding: (one: Chat, wanted: string) => findingsOf(one).some(({ rule }) => wanted === '1' || rule === wanted),
}
const catalogue = { languages: { pl: 'Polish', en: 'English' }, sounds: [], countries: {} }
const idsOf = (list: Chat[]) => list.map(({ id }) => id)

test.each<[Partial<ChatFilters>, number[]]>([
  [{}, [1, 2, 3, 4]],
  [{ label: 'live' }, [1, 2]],
  [{ language: 'pl' }, [1, 2]],
  [{ language: '12' }, [3]],
  // Of a chat whose settings a person may not read, neither its language nor its kind is known.
  [{ language: 'en' }, []],
  [{ type: '0' }, [2, 3]],
  [{ show: 'online' }, [1, 3, 4]],
  [{ findings: '1' }, [1, 2]],
  [{ findings: 'way-in' }, [2]],
  [{ language: 'pl', show: 'online', label: 'live' }, [1]],
])('%j leaves %j', (filters, expected) => {
  expect(idsOf(passing(chats, { ...noFilters, ...filters }, context))).toEqual(expected)
})

test('while the rules are not loaded no chat is known to have a finding', () => {
  expect(passing(chats, { ...noFilters, findings: '1' }, { ...context, hasFinding: null })).toEqual([])
})

test('a menu offers what there is, with the chats that each choice would leave', () => {
  const options = (name: keyof ChatFilters, filters: Partial<ChatFilters> = {}) =>
    filterOptions(name, { chats, filters: { ...noFilters, ...filters }, context, catalogue, findingsOf }).map(
      ({ value, label, holds }) => `${value}: ${label} ${holds}`,
    )
  expect(options('language')).toEqual(['12: Language no. 12 1', 'pl: Polish 2'])
  expect(options('language', { language: 'pl', show: 'offline' })).toEqual(['pl: Polish 1'])
  expect(options('label', { type: '1' })).toEqual(['live: live 1', 'radio: radio 1'])
  expect(options('type')).toEqual(['0: Group 2', '1: Expert 1'])
  expect(options('findings')).toEqual(['1: Any suggestion 2', 'words: About words 2', 'way-in: About way-in 1'])
  expect(options('findings', { type: '0' })[0]).toBe('1: Any suggestion 1')
})

test('every choice of every menu leaves as many chats as the menu says', () => {
  const filters = fc.record({
    label: fc.constantFrom(null, 'live', 'radio'),
    language: fc.constantFrom(null, 'pl', '12'),
    type: fc.constantFrom(null, '0', '1'),
    show: fc.constantFrom(null, ...chatStateNames),
    findings: fc.constantFrom(null, '1', 'words'),
  })
  fc.assert(
    fc.property(filters, fc.constantFrom(...filterNames), (chosen, name) => {
      for (const { value, holds } of filterOptions(name, { chats, filters: chosen, context, catalogue, findingsOf }))
        expect(passing(chats, { ...chosen, [name]: value }, context)).toHaveLength(holds)
    }),
  )
})
