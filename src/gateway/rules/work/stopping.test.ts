import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { stopAllRules } from '../switch.ts'
import { RuleBroke, type Matching } from '../matching/matching-thread.ts'
import { matchingHere } from '../matching/matching-host.ts'
import { startRulesWork, type TestRulesWork } from './test-rules-work.ts'

/** Rules that cost too much are stopped, people are told, and others go on. */

const cheap = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])
const named = (name: string, rule: Rule = cheap): Rule => ({ ...rule, name })
const costly = testRule(Array.from({ length: 17 }, () => ({ kind: 'expression', pattern: 'a.{1,100}b' })))

onAnyEngine('rules that cost too much', (bench) => {
  let at: TestRulesWork
  let chat: number
  let broken: { name: string; reason: 'memory' | 'time'; isNamed: boolean } | null
  let compiled: string[]
  /** Whether there is a note, whenever a rule is compiled. */
  let isNoted: boolean[]

  /** Compares as usual, except that the broken rule ends it. */
  function breakable(): Matching {
    const matching = matchingHere()
    return {
      ...matching,
      open: () => {
        const account = matching.open()
        const ask: typeof account.ask = async (request) => {
          if (request.kind === 'rule') {
            compiled.push(request.rule.name)
            isNoted.push((await note()).noted_at !== null)
            if (request.rule.name === broken?.name) throw new RuleBroke(broken.reason, broken.isNamed ? request.key : null)
          }
          return account.ask(request)
        }
        return { ...account, ask }
      },
    }
  }

  beforeEach(async () => {
    broken = null
    compiled = []
    isNoted = []
    at = await startRulesWork(bench.place, { matching: breakable() })
    chat = await at.createChat('Main stage')
  })
  afterEach(() => at.close())

  const stateOf = async (id: string) =>
    at.query
      .selectFrom('rule')
      .select(['state', 'running_version', 'fell_back'])
      .where('workspace', '=', at.workspace)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const entries = async () => {
    const rows = await at.query
      .selectFrom('audit_line')
      .select('text')
      .where('workspace', '=', at.workspace)
      .where('action', 'in', ['ruleStop', 'rulesStop'])
      .execute()
    return rows.map(({ text }) => JSON.parse(text) as { action: string; who: object; subject: string; changes: object[] })
  }
  const note = () => at.query.selectFrom('rule_cost').select('noted_at').where('workspace', '=', at.workspace).executeTakeFirstOrThrow()
  const isOn = async () =>
    (await at.query.selectFrom('rule_switch').select('is_on').where('workspace', '=', at.workspace).executeTakeFirst())?.is_on !== 0

  test('of rules of an earlier release that are too many, those that were started last are stopped', async () => {
    for (const id of ['one', 'two', 'three']) {
      await at.start(id, named(id, costly), 'shadow')
      at.passTime(1000)
    }
    await at.start('live', named('live'))
    await at.work(2)
    expect([await at.ruleState('one'), await at.ruleState('two'), await at.ruleState('three'), await at.ruleState('live')]).toEqual([
      'shadow',
      'shadow',
      'draft',
      'live',
    ])
    expect(await stateOf('three')).toMatchObject({ running_version: null, fell_back: expect.stringContaining('"cost"') as string })
    expect(await entries()).toMatchObject([{ action: 'ruleStop', who: { kind: 'roomkeeper' }, subject: 'three' }])
    expect(await at.notifications()).toMatchObject([
      {
        title: '“three” was stopped',
        text: expect.stringContaining('It costs too much together with the other rules that run.') as string,
      },
    ])
    await at.post(chat)
    await at.work(3)
    expect(await at.hits()).toHaveLength(1)
  })

  test.each(['memory', 'time'] as const)('a rule that takes too much %s is stopped, and the others go on', async (reason) => {
    broken = { name: 'bad', reason, isNamed: true }
    await at.start('good', named('good'))
    await at.start('bad', named('bad'))
    await at.work(3)
    expect(await stateOf('bad')).toMatchObject({
      state: 'draft',
      running_version: null,
      fell_back: expect.stringContaining(reason) as string,
    })
    expect(await entries()).toMatchObject([{ action: 'ruleStop', subject: 'bad' }])
    expect(await at.notifications()).toMatchObject([{ title: '“bad” was stopped' }])
    await at.post(chat)
    await at.work(3)
    expect((await at.hits()).map(({ rule_id }) => rule_id)).toEqual(['good'])
    expect(await isOn()).toBe(true)
  })

  test('where it is not known which rule it is, all rules of the account are switched off', async () => {
    broken = { name: 'bad', reason: 'memory', isNamed: false }
    await at.start('bad', named('bad'))
    await at.work(3)
    expect(await isOn()).toBe(false)
    expect(await entries()).toMatchObject([{ action: 'rulesStop', changes: [{ name: 'isOn' }, { name: 'reason', after: 'memory' }] }])
    expect(await at.notifications()).toMatchObject([{ title: 'All rules were stopped' }])
  })

  test('after the process ended while rules were at work, they stay off, and are not compiled again', async () => {
    await at.start('scam', named('scam'))
    await at.work(2)
    expect([compiled, isNoted]).toEqual([['scam'], [true]])
    expect((await note()).noted_at).toBeNull()
    // As the process leaves it if it ends.
    await at.query.updateTable('rule_cost').set({ noted_at: at.clock.wall }).where('workspace', '=', at.workspace).execute()
    at.restart()
    await at.work(3)
    expect(await isOn()).toBe(false)
    expect(compiled).toEqual(['scam'])
    expect((await note()).noted_at).toBeNull()
    expect(await entries()).toMatchObject([{ action: 'rulesStop', changes: [{ name: 'isOn' }, { name: 'reason', after: 'crash' }] }])
    expect(await at.notifications()).toMatchObject([{ title: 'All rules were stopped' }])
  })

  test('the operator stops all rules in the database, and a server that runs notices', async () => {
    await at.start('scam', named('scam'))
    await at.work(2)
    const stop = (workspace: string | null) =>
      stopAllRules(at.database as never, { workspace, isShared: 'url' in bench.place, nowMs: () => at.clock.wall })
    await expect(stop('nobody')).rejects.toThrow('There is no account nobody with rules.')
    expect(await stop(at.workspace)).toEqual({ stopped: [at.workspace], stoppedBefore: [] })
    expect((await stop(null)).stoppedBefore).toContain(at.workspace)
    expect(await entries()).toMatchObject([{ action: 'rulesStop', who: { kind: 'roomkeeper', name: 'The operator of the server' } }])
    await at.post(chat)
    await at.work(3)
    expect(await at.hits()).toEqual([])
    at.restart()
    await at.work(3)
    expect(compiled).toEqual(['scam'])
  })
})
