import { expect, test } from 'vitest'
import { maxRuleConditions, maxRuleGroups, type Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { costLimits, costOf, costProblem, ownCost } from './rule-cost.ts'

const lists = new Map(Array.from({ length: 50 }, (_, index) => [`list${index}`, 200_000] as const))
const cost = (...rules: Rule[]) =>
  costOf(
    rules.map((rule) => ownCost(rule, 0)),
    lists,
  )

const withLists = (...ids: string[]) => testRule([{ kind: 'words', words: [], lists: ids }])

test('a list costs once, in however many conditions and rules it is used', () => {
  const once = cost(withLists('list1'))
  expect(once.characters).toBe(200_000)
  expect(cost(...Array.from({ length: 10 }, () => withLists('list1', 'list1'))).characters).toBe(200_000)
  expect(cost(withLists('list1', 'missing')).characters).toBe(200_000)
})

test('a rule with all groups, conditions and lists that its form allows costs too much', () => {
  const conditions = Array.from({ length: maxRuleConditions }, () => ({
    kind: 'words' as const,
    words: [],
    lists: Array.from({ length: 10 }, (_, index) => `list${index}`),
  }))
  const all = testRule([], { groups: Array.from({ length: maxRuleGroups }, () => ({ match: 'any' as const, conditions })) })
  expect(costProblem(cost(all), 'rule')).toBe(
    'The words and word lists of this rule have 2,000,000 characters together; at most 500,000 are possible.',
  )
  expect(costProblem({ characters: 0, steps: cost(all).steps }, 'rule')).toContain('take 11,000 steps for each character of a message')
})

test('every kind of words and expressions count, up to the limit', () => {
  const rule = testRule(
    [
      { kind: 'words', words: ['1234567'], lists: [] },
      { kind: 'authorName', words: ['1234567'] },
      { kind: 'linkTo', domains: ['12345.a'] },
      { kind: 'linkOutside', allowed: ['12345.a'] },
      { kind: 'expression', pattern: 'x' },
      { kind: 'chatRate', moreThan: 10, seconds: 10 },
    ],
    { except: { authors: ['1234567'], words: ['1234567'] } },
  )
  expect(ownCost(rule, 300)).toEqual({ characters: 60, steps: 420, listIds: [] })
  const { account } = costLimits
  expect(costProblem(account, 'account')).toBeNull()
  expect(costProblem({ ...account, steps: account.steps + 1 }, 'account')).toContain('the rules that run in this account')
})
