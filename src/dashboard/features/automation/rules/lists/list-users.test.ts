import { expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import type { Grant } from '#contract/gateway/grant.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { listProblem, userInWords, usersOf } from './list-users.ts'

const using = testRule([{ kind: 'words', words: [], lists: ['scam'] }])
const other = testRule([{ kind: 'words', words: ['x'], lists: [] }])
const user = (state: StoredRule['state'], running = using, rule = using) => ({
  id: 'r',
  rule,
  state,
  running: state === 'draft' ? null : { version: 1, rule: running, since: 0 },
})
const list = { key: 'scam', value: { name: 'Scam', words: ['cheap'] } }
const chats = { chats: [{ id: 1, name: 'Stage' }], labels: new Map() }

test('a rule uses a list in the version that runs, or in its draft', () => {
  const edited = user('live', using, other)
  expect(usersOf('scam', [edited, user('draft'), user('live', other, other)])).toEqual([edited, user('draft')])
  expect(usersOf('other', [edited])).toEqual([])
})

test.each([
  ['live', 'goes on with the new words', 'is paused'],
  ['fellBack', 'in shadow, uses it in all chats, and goes on with the new words', 'goes on without its words'],
  ['shadow', 'in shadow, uses it in all chats, and goes on with the new words', 'goes on without its words'],
  ['draft', 'The draft', 'can’t be started'],
] as const)('what a rule that is %s does is said', (state, edited, deleted) => {
  expect(userInWords('scam', user(state), 'edit', chats)).toContain(edited)
  expect(userInWords('scam', user(state), 'delete', chats)).toContain(deleted)
})

const manager: Grant = { rights: ['rules.read', 'rules.write', 'messages.delete'], chats: 'all' }
const deleting = { ...using, actions: { ...using.actions, deleteAfterSeconds: 20 } }
test.each([
  ['with the account token', null, [user('live', deleting)], null],
  ['with all rights in all chats', manager, [user('live', deleting)], null],
  ['in one chat', { ...manager, chats: [1] }, [], 'in all chats'],
  [
    'without the right to delete, while a live rule deletes',
    { ...manager, rights: ['rules.write'] },
    [user('live', deleting)],
    'The live rule',
  ],
  ['the same, while it is in shadow', { ...manager, rights: ['rules.write'] }, [user('shadow', deleting)], null],
])('changing a list %s', (_, person, users, problem) => {
  const found = listProblem(person, list.key, users)
  if (problem === null) expect(found).toBeNull()
  else expect(found).toContain(problem)
})
