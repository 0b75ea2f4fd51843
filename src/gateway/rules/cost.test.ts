import { beforeEach, expect, test } from 'vitest'
import { maxRuleConditions, maxRuleGroups, type Rule, type RuleCondition, maxListWords } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { Refused, rule, type RulesBench, onRulesOfAnyEngine } from './test-rules.ts'

const wordsOf = (count: number, length = 8) => Array.from({ length: count }, (_, index) => `${index}`.padStart(length, 'x'))

/** As many conditions as a rule may have. */
const everywhere = (condition: RuleCondition): Rule =>
  testRule([], {
    groups: Array.from({ length: maxRuleGroups }, () => ({
      match: 'any' as const,
      conditions: Array.from({ length: maxRuleConditions }, () => condition),
    })),
  })

onRulesOfAnyEngine('what rules may cost', (bench) => {
  const { ask, save, setState } = bench
  let { ines } = {} as ReturnType<RulesBench['now']>
  beforeEach(() => void ({ ines } = bench.now()))

  const saveList = async (key: string, words: string[], version = 0) => {
    const value = { name: key, words }
    const answer = await ask(ines, 'POST', '/records/word-lists', { changes: [{ chatId: null, key, version, value }] })
    const json = (await answer.json()) as { data?: { version: number }[] }
    return { version: json.data?.[0]?.version ?? 0, refused: answer.status === 200 ? null : Refused.parse(json) }
  }
  const withLists = (...lists: string[]) => testRule([{ kind: 'words', words: [], lists }])

  test('a rule with ten long lists in each of its conditions is refused with the reason', async () => {
    const lists = Array.from({ length: 10 }, (_, index) => `list${index}`)
    for (const key of lists) await saveList(key, wordsOf(maxListWords))
    const { refused } = await save(ines, everywhere({ kind: 'words', words: [], lists }))
    expect(refused).toMatchObject({
      code: 'too_costly',
      message: 'The words and word lists of this rule have 1,100,260 characters together; at most 500,000 are possible. Nothing was saved.',
    })
    expect((await bench.read(ines)).rules).toEqual([])
  })

  test('a rule with 200 long expressions is refused with the reason', async () => {
    const { refused } = await save(ines, everywhere({ kind: 'expression', pattern: 'a.{1,100}b' }))
    expect(refused?.code).toBe('too_costly')
    expect(refused?.message).toMatch(
      /The conditions of this rule take .* steps for each character of a message; at most 4,000 are possible/,
    )
  })

  test('rules that cost too much together cannot run together', async () => {
    const costly = testRule(Array.from({ length: 17 }, () => ({ kind: 'expression', pattern: 'a.{1,100}b' })))
    for (const id of ['one', 'two', 'three']) await save(ines, costly, 0, id)
    expect(await setState(ines, 'shadow', 1, 'one')).toMatchObject({ state: 'shadow' })
    expect(await setState(ines, 'shadow', 1, 'two')).toMatchObject({ state: 'shadow' })
    expect((await setState(ines, 'shadow', 1, 'three')).refused).toMatchObject({
      code: 'rule_not_ready',
      message: expect.stringContaining('The conditions of the rules that run in this account take') as string,
    })
    await setState(ines, 'draft', 1, 'one')
    expect(await setState(ines, 'shadow', 1, 'three')).toMatchObject({ state: 'shadow' })
  })

  test('a list that would make a running rule too costly is not changed, and it may become shorter', async () => {
    const list = await saveList('spam', wordsOf(4000, 40))
    await saveList('other', wordsOf(7000, 40))
    await save(ines, withLists('spam', 'other'))
    await setState(ines, 'shadow')
    const { refused } = await saveList('spam', wordsOf(9000, 40), list.version)
    expect(refused?.message).toBe(
      'The rule “Ticket scam” would cost too much with this list. The words and word lists of this rule have 688,051 characters together; at most 500,000 are possible. Nothing was saved.',
    )
    expect((await saveList('spam', wordsOf(10, 40), list.version)).refused).toBeNull()
    // Nothing that runs uses it.
    expect((await saveList('unused', wordsOf(9000, 40))).refused).toBeNull()
  })

  test('an ordinary rule costs little', async () => {
    expect((await save(ines, rule)).refused).toBeNull()
    expect(await setState(ines, 'shadow')).toMatchObject({ state: 'shadow' })
  })
})
