import { expect, test } from 'vitest'
import { chatsInBrief, chatsInShort, expiryInWords, grantedChats, isExpired, lastSeenInWords, passkeyWarning } from './grant-words.ts'

const names = new Map([
  [1, 'Lobby'],
  [2, 'Garden'],
])

test('the chats of a grant', () => {
  expect(grantedChats('accountant', 'all', names)).toBe('Account only')
  expect(grantedChats('manager', 'all', names)).toBe('All chats')
  expect(grantedChats('host', [], names)).toBe('No chats')
  expect(grantedChats('host', [2, 9], names)).toEqual(['Garden', 'deleted chat 9'])
})

test('the chats of a grant in short', () => {
  expect(chatsInShort('host', [1, 2, 9], names)).toEqual({ first: 'Lobby', more: 'and 2 more', isListed: true })
  expect(chatsInShort('host', [1], names)).toEqual({ first: 'Lobby', more: '', isListed: true })
  expect(chatsInShort('owner', 'all', names)).toEqual({ first: 'All chats', more: '', isListed: false })
  expect([chatsInBrief('host', [1], names), chatsInBrief('host', [1, 2], names)]).toEqual(['Lobby', '2 chats'])
})

test('when someone was seen last', () => {
  const now = 1_800_000_000
  expect(lastSeenInWords({ isActive: true, lastSeen: now - 90 }, now)).toBe('now')
  expect(lastSeenInWords({ isActive: false, lastSeen: now - 240 }, now)).toBe('4 min ago')
  expect(lastSeenInWords({ isActive: false, lastSeen: null }, now)).toBe('never')
})

test.each([
  [3 * 3600 + 5, 'Link expires in 3 h', false],
  [3599, 'Link expires in 59 min', false],
  [10, 'Link expires in 1 min', false],
  [-1, 'Link expired', true],
])('an invitation that expires in %i s', (seconds, words, expired) => {
  const now = 1_800_000_000
  expect(expiryInWords({ expires: now + seconds }, now)).toBe(words)
  expect(isExpired({ expires: now + seconds }, now)).toBe(expired)
})

test('a missing passkey is a warning', () => {
  expect(passkeyWarning({ passkeys: 1, hasUsedRecoveryCode: true })).toBeNull()
  expect(passkeyWarning({ passkeys: 0, hasUsedRecoveryCode: true })).toBe('None, recovery code used')
  expect(passkeyWarning({ passkeys: 0, hasUsedRecoveryCode: false })).toBe('None')
})
