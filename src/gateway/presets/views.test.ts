import { expect, test } from 'vitest'
import type { Member } from '../access/member.ts'
import { shownCause } from '../audit/entries.ts'
import type { StoredOn } from './stored.ts'
import { useOf, viewOf } from './preset-handlers.ts'

const withRights = (...rights: Member['rights']) => ({ rights, chats: [7] }) as unknown as Member

const lockdown = { id: 'on', presetId: 'lockdown', name: 'Lockdown', values: {}, at: 1, until: null, isEnded: false }
const on: StoredOn = { ...lockdown, by: 'A rule', ruleName: 'Ticket scam', chats: [{ chatId: 7, copyOf: null, isEnded: false }] }

test('only people who may see rules are told which rule turned a mode on', () => {
  const host = withRights('chats.read')
  const moderator = withRights('chats.read', 'rules.read')
  expect(viewOf(on, host, false, new Map())?.by).toBe('A rule')
  expect(viewOf(on, moderator, false, new Map())?.by).toBe('Rule “Ticket scam”')
  expect(useOf({ ...on, chats: 1 }, host).by).toBe('A rule')
  expect(useOf({ ...on, chats: 1 }, moderator).by).toBe('Rule “Ticket scam”')
  const cause = { kind: 'rule', id: 'scam', title: 'Ticket scam' } as const
  expect(shownCause(cause, host)).toEqual({ ...cause, title: 'A rule' })
  expect(shownCause(cause, moderator)).toEqual(cause)
})
