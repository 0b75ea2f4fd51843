import { expect, test } from 'vitest'
import { type Lent, lentKinds } from '#contract/gateway/lent.ts'
import { endingInWords, endingsIn, grantOfPerson } from './endings.tsx'

const hours: Lent = { kind: 'hours', id: '7', name: '', personId: 'dana', rights: ['settings.write'], reach: [7], deletionsPerHour: null }
const rule: Lent = { ...hours, kind: 'rule', id: 'scam', name: 'Scam', rights: ['rules.write', 'messages.delete'], deletionsPerHour: 300 }
const dana = { role: 'manager', chats: [7], limits: {} } as const
const after = (grant: ReturnType<typeof grantOfPerson> | null) => (personId: string) => (personId === 'dana' ? grant : undefined)

test.each([
  ['she is removed', null, ['hours', 'rule']],
  ['nothing changes', grantOfPerson({ ...dana, chats: [7] }, {}), []],
  ['she becomes a Moderator', grantOfPerson({ ...dana, role: 'moderator', chats: [7] }, {}), ['hours', 'rule']],
  ['another chat is left to her', grantOfPerson({ ...dana, chats: [8] }, {}), ['hours', 'rule']],
  ['she may delete less', grantOfPerson({ ...dana, chats: [7], limits: { deletionsPerHour: 299 } }, {}), ['rule']],
  ['her role loses a right', grantOfPerson({ ...dana, chats: [7] }, { manager: { rights: { 'rules.write': false } } }), ['rule']],
] as const)('what ends if %s', (_, grant, kinds) => {
  const others: Lent = { ...rule, personId: 'tom' }
  expect(endingsIn([hours, rule, others], after(grant)).map(({ kind }) => kind)).toEqual(kinds)
})

test('each kind is said by its name, opening hours by that of the chat', () => {
  for (const kind of lentKinds) expect(endingInWords({ ...hours, kind, name: 'Nine' }, new Map([[7, 'Stage']]))).toMatch(/Nine|Stage/)
  expect(endingInWords(hours, new Map())).toContain('chat 7')
})
