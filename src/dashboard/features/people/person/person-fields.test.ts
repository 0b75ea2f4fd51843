import { expect, test } from 'vitest'
import { emptyGrant, grantFields, grantOf, grantProblems, grantTexts, type Grant } from './person-fields.ts'

const bilal: Grant = {
  name: 'Bilal',
  role: 'moderator',
  chats: [7, 3],
  limits: { deletionsPerHour: 200, widestBan: null },
  email: 'b@x.example',
}

test('a grant comes back from its fields', () => {
  expect(grantOf(grantFields(bilal))).toEqual({ ...bilal, chats: [3, 7] })
  const asTheRole: Grant = { ...bilal, chats: 'all', limits: {} }
  expect(grantOf(grantFields(asTheRole))).toEqual(asTheRole)
})

test('the order of chats makes no change', () => {
  expect(grantFields(bilal)).toEqual(grantFields({ ...bilal, chats: [3, 7] }))
})

test('what a role cannot have is not sent', () => {
  const fields = grantFields(bilal)
  expect(grantOf({ ...fields, role: 'owner' })).toMatchObject({ chats: 'all', limits: {} })
  expect(grantOf({ ...fields, role: 'accountant' })).toMatchObject({ chats: [] })
})

test('what is missing is said on its field', () => {
  expect(grantProblems(emptyGrant)).toEqual({ name: 'Enter a name', chats: 'Choose at least one chat' })
  expect(grantProblems({ ...emptyGrant, name: 'Ana', role: 'accountant' })).toEqual({})
  expect(grantProblems({ ...emptyGrant, name: 'Ana', role: 'owner' })).toEqual({})
  expect(Object.keys(grantProblems({ ...grantFields(bilal), deletionsPerHour: '=', widestBan: '=64', email: 'x' }))).toEqual([
    'deletionsPerHour',
    'widestBan',
    'email',
  ])
})

test('fields in words', () => {
  const { words } = grantTexts(new Map([[3, 'Lobby']]))
  expect([
    words('role', 'host'),
    words('chats', '3,7'),
    words('chats', 'all'),
    words('deletionsPerHour', ''),
    words('deletionsPerHour', 'none'),
    words('widestBan', '=24'),
  ]).toEqual(['Host', 'Lobby, deleted chat 7', 'All chats', 'as the role', 'no limit', '/24'])
})
