import { beforeEach, expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import { readRunning, readRunningRules } from './store.ts'
import { brakeRule } from './change-rules.ts'
import { deleting, onRules, rule, type RulesBench } from './test-rules.ts'
import { readWordLists } from './cost.ts'

onRules('running rules', (bench) => {
  const { ask, save, setState, codeOf, read, turn, backtested, live, hold, hit, planned, standing } = bench
  let { gateway, workspace, ines } = {} as ReturnType<RulesBench['now']>
  beforeEach(() => void ({ gateway, workspace, ines } = bench.now()))
  const runningNow = async () => {
    const { isOn, running } = await readRunning(gateway.query, workspace)
    return { isOn, rules: await readRunningRules(gateway.query, workspace, running) }
  }

  test('a rule goes from draft to shadow to live, and the worker is woken', async () => {
    await save(ines, deleting)
    expect(await runningNow()).toEqual({ isOn: true, rules: [] })
    expect(await setState(ines, 'shadow')).toMatchObject({ state: 'shadow', running: { version: 1 } })
    expect(await planned()).toEqual([{ kind: 'rules', key: 'watch' }])
    await backtested(deleting)
    expect(await setState(ines, 'live')).toMatchObject({ state: 'live', backtest: { read: 20_412, matched: 84, kept: 2, by: 'Kim' } })
    const { rules } = await runningNow()
    expect(rules).toEqual([{ id: 'scam', version: 1, rule: deleting, state: 'live', since: expect.any(Number), start: expect.any(String) }])
  })

  test('live needs a backtest of the same content', async () => {
    await save(ines, deleting)
    await backtested(rule)
    expect(await setState(ines, 'live')).toMatchObject({
      refused: { code: 'rule_not_ready', message: expect.stringContaining('backtest') },
    })
    await backtested(deleting)
    await save(ines, { ...deleting, name: 'Another name', description: 'x' }, 1)
    expect(await setState(ines, 'live', 2)).toMatchObject({ state: 'live' })
  })

  test('live needs standing access', async () => {
    await save(ines, deleting)
    await backtested(deleting)
    await standing(null)
    expect(await codeOf(setState(ines, 'live'))).toBe('standing_off')
    expect(await runningNow()).toMatchObject({ rules: [] })
  })

  test('a rule with a missing word list or mode cannot start', async () => {
    await save(ines, testRule([{ kind: 'words', words: [], lists: ['spam'] }]))
    expect(await setState(ines, 'shadow')).toMatchObject({ refused: { message: expect.stringContaining('word list') } })
    const value = { name: 'Spam', words: ['cheap'] }
    await ask(ines, 'POST', '/records/word-lists', { changes: [{ chatId: null, key: 'spam', version: 0, value }] })
    expect(await readWordLists(gateway.query, workspace, ['spam', 'gone'])).toEqual(new Map([['spam', ['cheap']]]))
    expect(await setState(ines, 'shadow')).toMatchObject({ state: 'shadow' })
    const throwing = { ...rule, actions: { ...rule.actions, preset: { presetId: 'gone', minutes: 5 } } }
    await save(ines, throwing, 0, 'other')
    await backtested(throwing, 'other')
    expect(await setState(ines, 'live', 1, 'other')).toMatchObject({ refused: { message: expect.stringContaining('mode') } })
  })

  test('an edit of a live rule is a draft beside it, until it replaces it', async () => {
    await live()
    const edited = { ...deleting, groups: testRule([{ kind: 'words', words: ['free'], lists: [] }]).groups }
    expect(await save(ines, edited, 1)).toMatchObject({
      version: 2,
      state: 'live',
      running: { version: 1, rule: deleting },
      backtest: null,
    })
    const { rules } = await runningNow()
    expect(rules.map(({ version, state }) => [version, state])).toEqual([[1, 'live']])
    expect(await codeOf(setState(ines, 'live', 2))).toBe('rule_not_ready')
    expect(await codeOf(setState(ines, 'live', 3))).toBe('changed_meanwhile')
    await backtested(edited)
    expect(await setState(ines, 'live', 2)).toMatchObject({ state: 'live', running: { version: 2 } })
  })

  test.each([['draft'], ['shadow']])('in %s it does not delete messages that it held', async (state) => {
    await live()
    const [held, decided] = [await hold(), await hold({ by: 'Bilal' })]
    await setState(ines, state)
    expect(await hit(held)).toMatchObject({ state: 'dropped', due: null })
    expect(await hit(decided)).toMatchObject({ state: 'held', due: expect.any(Number) })
  })

  test('deleting a rule spares what it holds', async () => {
    await live()
    const held = await hold()
    expect((await ask(ines, 'DELETE', '/rules/scam')).status).toBe(200)
    expect(await hit(held)).toMatchObject({ state: 'spared', by: 'Kim', due: null })
    expect((await read(ines)).rules).toEqual([])
    expect((await ask(ines, 'DELETE', '/rules/scam')).status).toBe(200)
  })

  test('at a brake it falls back once, and held messages wait for a decision', async () => {
    await live()
    const held = await hold()
    const fall = () => gateway.database.transaction((trx) => brakeRule(trx as never, workspace, 'scam', 'perMinute', 20, 5000))
    expect([await fall(), await fall()]).toEqual([true, false])
    expect(await hit(held)).toMatchObject({ state: 'marked', due: null })
    const seen = await read(ines)
    expect(seen.rules).toMatchObject([{ state: 'fellBack', stateSince: 5000, fellBack: { at: 5000, brake: 'perMinute', limit: 20 } }])
    expect((await runningNow()).rules).toMatchObject([{ state: 'shadow' }])
    expect(await setState(ines, 'live')).toMatchObject({ state: 'live', fellBack: null })
  })

  test('the switch stops all rules, and held messages keep their remaining time', async () => {
    await live()
    const held = await hold()
    const { due } = await hit(held)
    expect([await turn(ines, false), await turn(ines, false)]).toEqual([200, 200])
    const stopped = await hit(held)
    expect(stopped).toMatchObject({ state: 'held', due: null, left_ms: expect.any(Number) })
    expect(stopped.left_ms).toBeGreaterThan(50_000)
    expect(stopped.left_ms).toBeLessThanOrEqual(60_000)
    const seen = await read(ines)
    expect(seen.all).toEqual({ isOn: false, at: expect.any(Number), by: 'Kim' })
    expect((await runningNow()).isOn).toBe(false)
    gateway.clock.ms += 600_000
    await turn(ines, true)
    expect(await hit(held)).toMatchObject({ left_ms: null, due: expect.any(Number) })
    if (!bench.hasOwnClock()) expect((await hit(held)).due).toBe(due! + 600_000)
    const { isOn, rules } = await runningNow()
    expect([isOn, rules[0]?.since]).toEqual([true, (await read(ines)).all.at])
  })
})
