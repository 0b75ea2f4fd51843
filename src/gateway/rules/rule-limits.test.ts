import { beforeEach, expect, test } from 'vitest'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import type { HitState } from '#contract/gateway/review.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { RoleChanges } from '#contract/gateway/rights.ts'
import { member } from '../testing/members.ts'
import { rememberBacktest } from './backtest/backtest-handlers.ts'
import { storeRule } from './review/test-hits.ts'
import { about, onRules, rule, type RulesBench } from './test-rules.ts'

onRules('what a rule may be and what is kept of it', (bench) => {
  const { ask, save, setState, codeOf, read, hold, backtested } = bench
  let { gateway, workspace, ines, manager } = {} as ReturnType<RulesBench['now']>
  beforeEach(() => void ({ gateway, workspace, ines, manager } = bench.now()))

  test('the last 100 versions are kept, and the one that runs', async () => {
    await save(ines, rule)
    await setState(ines, 'shadow')
    const version = { workspace, rule_id: 'scam', rule: JSON.stringify(rule), at: 1, by: 'Kim' }
    const older = Array.from({ length: 101 }, (_, index) => ({ ...version, version: index + 2 }))
    await gateway.query.insertInto('rule_version').values(older).execute()
    await gateway.query.updateTable('rule').set({ version: 102 }).execute()
    const versions = async () => {
      const rows = gateway.query.selectFrom('rule_version').select('version').where('workspace', '=', workspace).orderBy('version')
      return (await rows.execute()).map((row) => row.version)
    }
    await save(ines, { ...rule, name: 'Newer' }, 102)
    expect([(await versions()).length, (await versions()).slice(0, 2)]).toEqual([101, [1, 4]])
    await setState(ines, 'draft')
    await save(ines, { ...rule, name: 'Newest' }, 103)
    expect([(await versions()).length, (await versions()).slice(0, 2)]).toEqual([100, [5, 6]])
  })

  /** Of about 199,000 characters. */
  const long = (tag: string) =>
    testRule(
      [1, 2, 3, 4].map((part) => ({
        kind: 'words',
        words: Array.from({ length: 480 }, (_, index) => `${tag}${part}${index}`.padEnd(100, 'x')),
        lists: [],
      })),
    )

  test('what the versions of a rule have together is bounded, and the one that runs is kept', async () => {
    await save(ines, rule)
    await setState(ines, 'shadow')
    for (let seen = 1; seen < 6; seen++) expect(await save(ines, long(`${seen}`), seen)).toMatchObject({ version: seen + 1 })
    const answer = await ask(ines, 'GET', '/rules/scam/versions')
    const body = await answer.text()
    expect(body.length).toBeLessThan(600_000)
    expect(gatewayApi.ruleVersionList.response.parse(JSON.parse(body)).data.map(({ version }) => version)).toEqual([6, 5, 1])
  })

  test('what all rules have together is bounded, and one that is shortened can be saved', async () => {
    const answers: (string | undefined)[] = []
    for (let index = 0; index < 11; index++) answers.push(await codeOf(save(ines, long(`${index}`), 0, `long-${index}`)))
    expect(answers).toEqual([...Array.from({ length: 10 }, () => undefined), 'rule_limit'])
    expect(await codeOf(save(manager, about({ labels: [], chatIds: [7] }, long('more')), 0, 'more'))).toBe('rule_limit')
    expect((await read(ines)).rules).toHaveLength(10)
    expect(await save(ines, rule, 1, 'long-0')).toMatchObject({ version: 2 })
    expect(await codeOf(save(ines, long('again'), 0, 'long-11'))).toBeUndefined()
  })

  test('the last 50 backtests of a rule are kept, one of each content', async () => {
    await save(ines, rule)
    const summary = { read: 1, matched: 1, kept: 0, by: 'Kim' }
    const older = Array.from({ length: 50 }, (_, index) => ({ workspace, rule_id: 'scam', digest: `d${index}`, at: index, ...summary }))
    await gateway.query.insertInto('rule_backtest').values(older).execute()
    const result = { read: 9, matched: 4, kept: 2 } as Parameters<typeof rememberBacktest>[1]['result']
    const complete = { workspace, ruleId: 'scam', rule, lists: new Map(), result, by: 'Ana', requireWrite: async () => {} }
    for (const at of [100, 200]) await rememberBacktest(gateway.database as never, { ...complete, at })
    await rememberBacktest(gateway.database as never, { ...complete, ruleId: 'unknown', at: 300 })
    const rows = await gateway.query.selectFrom('rule_backtest').selectAll().where('workspace', '=', workspace).orderBy('at').execute()
    expect([rows.length, rows[0]!.at]).toEqual([50, 1])
    expect(rows.at(-1)).toMatchObject({ rule_id: 'scam', at: 200, by: 'Ana', read: 9, matched: 4, kept: 2 })
  })

  test('the last action of a rule says what became of its newest hits', async () => {
    await save(ines, rule)
    const kinds = {
      matched: 'matched',
      marked: 'marked',
      kept: 'marked',
      held: 'held',
      deleting: 'held',
      spared: 'held',
      unknown: 'held',
      refused: 'held',
      dropped: 'held',
      deleted: 'deleted',
      gone: 'matched',
    } as const satisfies Record<HitState, string>
    const found: Record<string, unknown> = {}
    for (const state of Object.keys(kinds) as HitState[]) {
      await gateway.query.deleteFrom('rule_hit').where('workspace', '=', workspace).execute()
      await hold({ state, due: null })
      found[state] = (await read(ines)).rules[0]?.last?.kind
    }
    expect(found).toEqual(kinds)
  })

  test('nobody puts a rule live that does what they may not do themselves', async () => {
    const acting = (actions: Partial<Rule['actions']>) =>
      about({ labels: [], chatIds: [7] }, { ...rule, actions: { ...rule.actions, ...actions } })
    const cases: [Rule, RoleChanges][] = [
      [acting({ announce: 'No spam, please.' }), { manager: { rights: { 'messages.write': false } } }],
      [acting({ preset: { presetId: 'lockdown', minutes: 30 } }), { manager: { rights: { 'presets.use': false } } }],
    ]
    for (const [index, [acts, changes]] of cases.entries()) {
      const id = `rule-${index}`
      await save(ines, acts, 0, id)
      await backtested(acts, id)
      const { id: person } = bench.manages([7])
      await gateway.setMember(manager, member('manager', [7], { id: person, changes }))
      expect(await codeOf(setState(manager, 'live', 1, id))).toBe('no_right')
      await gateway.setMember(manager, bench.manages([7]))
      expect((await setState(manager, 'live', 1, id)).state).toBe('live')
    }
  })

  test('a rule is refused with the reason if it is too long, or was stored with an expression that is not valid', async () => {
    const words = Array.from({ length: 500 }, (_, index) => `${index} `.padEnd(90, 'x'))
    const conditions = Array.from({ length: 5 }, () => ({ kind: 'words' as const, words, lists: [] }))
    const long = await save(ines, testRule(conditions))
    expect(long.refused?.errors).toEqual({ rule: ['must have at most 200000 bytes'] })
    const invalid = testRule([{ kind: 'expression', pattern: '(a' }])
    await storeRule(gateway.query, { workspace, id: 'scam', rule: invalid, state: 'draft', since: 1 })
    expect((await setState(ines, 'shadow')).refused).toMatchObject({
      code: 'rule_not_ready',
      message: expect.stringContaining('An expression of this rule is not valid.') as string,
    })
  })
})
