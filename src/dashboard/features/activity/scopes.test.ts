import { expect, test } from 'vitest'
import { shownScope } from './scopes.ts'

const all = ['everyone', 'me', 'browser'] as const
const own = ['me', 'browser'] as const

test.each([
  ['in a team, everyone is first', null, all, true, 'everyone'],
  ['without the right, oneself is first', null, own, true, 'me'],
  ['a person alone begins with this browser', null, all, false, 'browser'],
  ['what the address asks for', 'me', all, false, 'me'],
  ['an address that asks for more than one may see', 'everyone', own, true, 'me'],
] as const)('%s', (_, asked, open, hasTeam, expected) => {
  expect(shownScope(asked, open, hasTeam)).toBe(expected)
})
