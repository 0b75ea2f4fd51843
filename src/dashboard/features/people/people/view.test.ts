import { expect, test } from 'vitest'
import type { Invitation, Person } from '#contract/gateway/people.ts'
import { filterNames, shownIn, sortedPeople, teamState, type Filter } from './view.ts'

const now = 1_800_000_000
const days = (count: number) => count * 24 * 60 * 60
const names = new Map([[1, 'Nachtcafé Köln']])

const person = (name: string, rest: Partial<Person> = {}): Person => ({
  id: name,
  name,
  role: 'host',
  chats: [],
  limits: {},
  email: '',
  joined: now - days(200),
  invitedBy: 'Inês',
  lastSeen: now - days(1),
  isActive: false,
  passkeys: 1,
  hasUsedRecoveryCode: false,
  waitingUntil: 0,
  revision: 1,
  ...rest,
})
const priya: Invitation = {
  id: 'i1',
  name: 'Priya',
  role: 'moderator',
  chats: [1],
  limits: {},
  email: '',
  created: now,
  invitedBy: 'Inês',
  expires: now + 1000,
}
const team = {
  people: [
    person('Lena', { chats: [1], passkeys: 0 }),
    person('Rui', { role: 'manager', chats: 'all', isActive: true, lastSeen: now - 60 }),
    person('Ana', { lastSeen: null }),
    person('Inês', { role: 'owner', chats: 'all', lastSeen: now - days(91) }),
    person('New', { lastSeen: null, joined: now - days(2), email: 'new@example.org' }),
  ],
  invitations: [priya],
}
const shown = (view: { search?: string; show?: Filter }) => {
  const { people, invitations } = shownIn(team, names, { search: '', show: 'all', sort: { key: 'name', descending: false }, ...view }, now)
  return [...people, ...invitations].map(({ name }) => name)
}

test.each<[Filter, string[]]>([
  ['all', ['Ana', 'Inês', 'Lena', 'New', 'Rui', 'Priya']],
  ['pending', ['Priya']],
  ['noPasskey', ['Lena']],
  ['notSeen', ['Ana', 'Inês']],
])('the filter %s', (show, expected) => {
  expect(shown({ show })).toEqual(expected)
})

test.each([
  ['koln', ['Lena', 'Priya']],
  ['INES', ['Inês']],
  ['host koln', ['Lena']],
  ['all chats', ['Inês', 'Rui']],
  ['example.org', ['New']],
  ['nobody', []],
])('the search for %j finds name, role, chat and address', (search, expected) => {
  expect(shown({ search })).toEqual(expected)
})

test('by role the most powerful come first; by last seen whoever is here comes last; names break ties', () => {
  const order = (key: string, descending: boolean) => sortedPeople(team.people, { key, descending }).map(({ name }) => name)
  expect(order('role', false)).toEqual(['Inês', 'Rui', 'Ana', 'Lena', 'New'])
  expect(order('seen', true)).toEqual(['Rui', 'Lena', 'Inês', 'Ana', 'New'])
  expect(order('name', true)).toEqual(['Rui', 'New', 'Lena', 'Inês', 'Ana'])
})

test('what is looked at is in the address, and the plain list has a plain one', () => {
  const view = teamState.read(new URLSearchParams('q=a&show=notSeen&sort=-seen&open=person-7f'))
  expect(view).toEqual({ search: 'a', show: 'notSeen', sort: { key: 'seen', descending: true }, open: { drawer: 'person', id: '7f' } })
  expect(teamState.read(teamState.write(view))).toEqual(view)
  expect(teamState.write(teamState.read(new URLSearchParams('show=x&sort=constructor&open=other'))).toString()).toBe('')
  expect(filterNames[0]).toBe('all')
})
