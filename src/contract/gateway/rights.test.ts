import { expect, test } from 'vitest'
import { api, apiNames } from '../api.ts'
import type { Endpoint } from '../endpoint.ts'
import { gatewayApi } from './api.ts'
import { allows } from './grant.ts'
import { recordKind, recordKindNames } from './record-kinds.ts'
import { roleNames, type RoleName } from './role-names.ts'
import { isRight, limitsOf, right, rightGroups, rightNames, rights, rightsOf, roles, type RoleChanges } from './rights.ts'

test('each endpoint of the API needs a right, one within a chat a right that holds in chats', () => {
  for (const name of apiNames) {
    const { right: needed, path }: Endpoint = api[name]
    const isInChat = path.startsWith('/chats/{chatId}') && name !== 'chatDuplicate'
    // What is left of the account for everyone is in reduced.ts.
    const isGiven = needed === 'signed-in' ? name === 'accountRead' : isRight(needed) && (right(needed).inChat || !isInChat)
    expect(isGiven, name).toBe(true)
  }
})

/** What has no endpoint of its own: what else `accountRead` shows (reduced.ts), a field of the profile, and a route of the session. */
const needed = new Set<string>(['account.read', 'account.email', 'account.tokenKey'])

test('every right is needed by an endpoint or by a kind of records', () => {
  for (const { right: name } of [...Object.values<Endpoint>(api), ...Object.values<Endpoint>(gatewayApi)]) needed.add(name)
  for (const { read, write } of recordKindNames.map(recordKind)) for (const name of [...read, ...write]) needed.add(name)
  expect(rightNames.filter((name) => !needed.has(name))).toEqual([])
})

test('a right that needs another is off without it, through any number of steps', () => {
  expect(rightsOf('manager', { manager: { rights: { 'settings.read': false } } })).not.toContain('settings.write')
  expect(rightsOf('host', { host: { rights: { 'chats.read': false } } })).toEqual([])
  for (const name of rightNames) {
    const { needs } = right(name)
    if (needs !== undefined)
      expect([name, isRight(needs), roleNames.every((role) => !holds(role, name) || holds(role, needs))]).toEqual([name, true, true])
  }
  function holds(role: RoleName, name: string) {
    return roles[role].rights.some((one) => one === name)
  }
})

test('of the gateway’s endpoints, anyone may use those that sign in, and nothing else', () => {
  const open = Object.entries(gatewayApi).filter(([, endpoint]) => endpoint.right === 'anyone')
  expect(open.map(([name]) => name)).toEqual([
    'joinRead',
    'join',
    'passkeySignInOptions',
    'passkeySignIn',
    'recoverySignIn',
    'companySignIn',
  ])
})

test('the rights of people are the Owner’s, whatever was changed', () => {
  const ownersOnly = rightNames.filter((name) => right(name).ownersOnly)
  expect(ownersOnly.length).toBeGreaterThan(0)
  for (const role of roleNames) {
    const all = Object.fromEntries(rightNames.map((name) => [name, true]))
    const found = rightsOf(role, { [role]: { rights: all } })
    expect(ownersOnly.filter((name) => found.includes(name))).toEqual(role === 'owner' ? ownersOnly : [])
  }
})

test('an Owner keeps everything', () => {
  // Not a valid change, but rows of a later release may hold it.
  const changed = { owner: { rights: { 'messages.read': false }, deletionsPerHour: 1 } } as RoleChanges
  expect(rightsOf('owner', changed)).toEqual(rightNames)
  expect(limitsOf('owner', changed, { widestBan: 32 })).toEqual({ deletionsPerHour: null, widestBan: null })
})

test('a changed right replaces that of the role, in both directions', () => {
  const found = rightsOf('host', { host: { rights: { 'bans.read': true, 'polls.delete': false } } })
  expect(found.filter((name) => !roles.host.rights.includes(name))).toEqual(['bans.read'])
  expect(roles.host.rights.filter((name) => !found.includes(name))).toEqual(['polls.delete'])
})

test('the limit of a person comes before that of the role, and null means none', () => {
  expect(limitsOf('moderator', {})).toEqual({ deletionsPerHour: 500, widestBan: 24 })
  expect(limitsOf('moderator', { moderator: { deletionsPerHour: 100 } })).toEqual({ deletionsPerHour: 100, widestBan: 24 })
  expect(limitsOf('moderator', { moderator: { deletionsPerHour: 100 } }, { deletionsPerHour: null, widestBan: 32 })).toEqual({
    deletionsPerHour: null,
    widestBan: 32,
  })
})

test('a right holds in the chats of the grant and nowhere else', () => {
  const grant = { rights: roles.moderator.rights, chats: [7] }
  expect(allows(grant, 'messages.delete', 7)).toBe(true)
  expect(allows(grant, 'messages.delete', 8)).toBe(false)
  expect(allows(grant, 'settings.read', 7)).toBe(false)
  expect(allows(grant, 'messages.delete')).toBe(true)
  expect(allows({ rights: [], chats: 'all' }, 'messages.delete', 7)).toBe(false)
  expect(allows(null, 'messages.delete', 8)).toBe(true)
})

test('only who sees all chats creates one', () => {
  expect(allows({ rights: ['chats.create'], chats: [7] }, 'chats.create')).toBe(false)
  expect(allows({ rights: ['chats.create'], chats: 'all' }, 'chats.create')).toBe(true)
})

test('each role, right and group of rights has words of its own for people', () => {
  const words = [
    ...Object.values(roles).flatMap(({ label, summary }) => [label, summary]),
    ...Object.values(rights).map(({ label }) => label),
  ]
  expect(words.filter((text) => !/^[A-Z].{3,}/.test(text))).toEqual([])
  expect(new Set(words).size).toBe(words.length)
  expect(Object.values(rightGroups).filter((text) => !/^[A-Z].{3,}/.test(text))).toEqual([])
})
