import { expect, test } from 'vitest'
import { Rule, type RuleCondition } from './rule.ts'
import { testRule } from './test-rules.ts'

const link: RuleCondition = { kind: 'linkOutside', allowed: ['example.com'] }
const rule = testRule([link])

test('a valid rule is parsed unchanged', () => {
  expect(Rule.parse(rule)).toEqual(rule)
})

const problem = (wrong: object) => {
  const result = Rule.safeParse({ ...rule, ...wrong })
  return result.success ? null : result.error.issues[0]?.message
}

test.each<[string, object, string]>([
  ['no group', { groups: [] }, 'must have a condition'],
  ['an empty group', { groups: [{ match: 'any', conditions: [] }] }, 'must have a condition'],
  ['nothing but exclusions', { groups: [{ match: 'none', conditions: [link] }] }, 'must have a condition that is not under “none of”'],
  [
    'a count under “none of”',
    { groups: [...rule.groups, { match: 'none', conditions: [{ kind: 'chatRate', moreThan: 10, seconds: 60 }] }] },
    'must not count messages under “none of”, because later messages would change what it decided',
  ],
  ['no words', { groups: [{ match: 'all', conditions: [{ kind: 'words', words: [], lists: [] }] }] }, 'must have a word or a list'],
  ['no action', { actions: { ...rule.actions, mark: false } }, 'must have an action'],
  ['an hour below its minute', { brakes: { ...rule.brakes, perHour: 10 } }, 'must not be below the limit of a minute'],
  [
    'a link for a domain',
    { groups: [{ match: 'all', conditions: [{ kind: 'linkTo', domains: ['https://a.example/'] }] }] },
    'must be a domain such as example.com',
  ],
  ['hours without a day', { scope: { chats: 'all', hours: { zone: 'Europe/Lisbon', days: [], from: 0, to: 60 } } }, 'must have a day'],
])('%s is refused', (_, wrong, message) => {
  expect(problem(wrong)).toBe(message)
})
