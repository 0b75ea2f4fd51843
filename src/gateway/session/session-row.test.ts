import { expect, test } from 'vitest'
import { confirmedIn, memberIn, type SessionRow } from './session-row.ts'

// As much of a row as is read here.
const row = {
  person_id: 'p1',
  person_name: 'Tom',
  person_role: 'moderator',
  person_chats: '[7]',
  person_limits: '{}',
  person_waiting_until: null,
  team_roles: '{}',
  method: 'passkey',
} as Partial<SessionRow> as SessionRow

test('a session with the token of the account has no person', () => {
  expect(memberIn({ ...row, person_id: null })).toBeNull()
})

test('a session of a person has their grant', () => {
  expect(memberIn(row)).toMatchObject({ id: 'p1', name: 'Tom', role: 'moderator', chats: [7], waitingUntil: 0, mustRegisterPasskey: false })
  expect(memberIn({ ...row, method: 'recovery', person_waiting_until: 9 })).toMatchObject({ waitingUntil: 9, mustRegisterPasskey: true })
})

test.each(['person_name', 'person_role', 'person_chats', 'person_limits', 'team_roles'] as const)(
  'a session of a person whose %s is missing is never one with all rights',
  (column) => {
    expect(() => memberIn({ ...row, [column]: null })).toThrow('a session without its person')
  },
)

test('nothing is confirmed unless it is stored', () => {
  expect(confirmedIn({ confirmed: '' })).toEqual({ scopes: [], until: 0 })
  expect(confirmedIn({ confirmed: '{"scopes":["chatDelete /chats/7"],"until":5}' })).toEqual({ scopes: ['chatDelete /chats/7'], until: 5 })
})
