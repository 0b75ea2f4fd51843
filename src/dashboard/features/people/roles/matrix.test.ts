import { expect, test } from 'vitest'
import { roleNames } from '#contract/gateway/role-names.ts'
import { rightNames, rightsOf, type RoleChanges } from '#contract/gateway/rights.ts'
import {
  changeableRights,
  defaultFields,
  editableRoles,
  effects,
  fieldLabel,
  fieldNames,
  fieldOf,
  fieldWords,
  filters,
  labelOf,
  neededRight,
  rightsFields,
  roleChanges,
  rowMatcher,
  rows,
} from './matrix.ts'

const changed: RoleChanges = {
  moderator: { rights: { 'polls.write': true, 'messages.write': false }, deletionsPerHour: 200, widestBan: null },
  host: { rights: { 'bans.read': true } },
}

test('there is a field for each right that can be given to each role, and no dot in its name', () => {
  expect(fieldNames).toHaveLength(editableRoles.length * (changeableRights.length + 2))
  expect(new Set(fieldNames).size).toBe(fieldNames.length)
  expect(fieldNames.filter((name) => name.includes('.'))).toEqual([])
  expect(rightNames.filter((name) => !changeableRights.includes(name))).toEqual(['standing.write', 'people.read', 'people.write'])
})

test('changes of roles come back from the fields, and the defaults are no change', () => {
  expect(roleChanges(rightsFields(changed))).toEqual(changed)
  expect(roleChanges(defaultFields())).toEqual({})
})

test('a switch that is put back to its default is no change any more', () => {
  const fields = rightsFields(changed)
  fields[fieldOf('host', 'bans.read')] = false
  expect(roleChanges(fields)).toEqual({ moderator: changed.moderator })
})

test('a limit that is not valid yet changes nothing but its field', () => {
  const fields = { ...defaultFields(), [fieldOf('moderator', 'widestBan')]: '/99' }
  expect(roleChanges(fields).moderator?.widestBan).toBeUndefined()
})

test('each limit stands under the right that it belongs to', () => {
  const labels = rows.map(({ name }) => labelOf(name))
  expect(labels[labels.indexOf('Delete messages') + 1]).toBe('Deletions an hour')
  expect(labels[labels.indexOf('Ban and unban') + 1]).toBe('Widest ban')
  expect(rows).toHaveLength(rightNames.length + 2)
})

test('fields in words', () => {
  const limit = fieldOf('moderator', 'deletionsPerHour')
  expect(fieldLabel(fieldOf('host', 'polls.write'))).toBe('Host: Create, edit and publish polls')
  expect([fieldWords(fieldOf('host', 'polls.write'), false), fieldWords(limit, ''), fieldWords(limit, '1500')]).toEqual([
    'Off',
    'no limit',
    '1,500',
  ])
})

test('the filters find rows that differ from the default, and those that are not saved', () => {
  const base = rightsFields(changed)
  const fields = { ...base, [fieldOf('manager', 'chats.delete')]: false }
  const found = (filter: 'differs' | 'unsaved') =>
    rows.filter((row) => filters[filter].holds(row, fields, base)).map(({ name }) => labelOf(name))
  expect(found('unsaved')).toEqual(['Delete chats'])
  expect(found('differs')).toEqual([
    'Post a message',
    'Deletions an hour',
    'Read banned IPs',
    'Widest ban',
    'Create, edit and publish polls',
    'Delete chats',
  ])
})

test.each([
  ['delete messages', ['Delete messages', 'Delete all messages of a chat']],
  ['bans.write', ['Ban and unban']],
  ['POLLS reset', ['Reset and delete polls']],
])('the search for %j', (typed, expected) => {
  expect(rows.filter(rowMatcher(typed)).map(({ name }) => labelOf(name))).toEqual(expected)
})

test('a right that is on without the one that it needs has no effect, and the grid says which', () => {
  const fields = { ...defaultFields(), [fieldOf('moderator', 'messages.read')]: false }
  expect(neededRight('moderator', 'messages.delete', fields)).toBe('messages.read')
  expect(neededRight('manager', 'messages.delete', fields)).toBeNull()
  expect(rightsOf('moderator', roleChanges(fields))).not.toContain('messages.delete')
})

test('who gains and loses what, those included who lose a right because it needs another', () => {
  const people = roleNames.map((role) => ({ id: role, name: role, role, limits: {} }))
  const after: RoleChanges = { moderator: { rights: { 'bans.read': false, 'polls.write': true } } }
  expect(effects(people, {}, after)).toEqual([
    {
      person: people[2],
      gains: ['Create, edit and publish polls'],
      loses: ['Read banned IPs', 'Ban and unban'],
      limits: [],
    },
  ])
})

test('a limit of the role concerns only those who have none of their own, and only with the right', () => {
  const person = (id: string, deletionsPerHour?: number) => ({
    id,
    name: id,
    role: 'moderator' as const,
    limits: deletionsPerHour === undefined ? {} : { deletionsPerHour },
  })
  const people = [person('as the role'), person('own', 100)]
  const after: RoleChanges = { moderator: { deletionsPerHour: 50 } }
  expect(effects(people, {}, after)).toEqual([
    { person: people[0], gains: [], loses: [], limits: [{ name: 'deletionsPerHour', before: 500, after: 50 }] },
  ])
  const without: RoleChanges = { moderator: { rights: { 'messages.delete': false } } }
  expect(effects(people, without, { moderator: { ...without.moderator, deletionsPerHour: 50 } })).toEqual([])
})
