import { beforeEach, describe, expect, test } from 'vitest'
import { insertMessages } from '#service/demo/generate.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { BacktestLine } from '#contract/gateway/rules.ts'
import { codeOf } from '#gateway/testing/gateway.ts'
import { member } from '#gateway/testing/members.ts'
import { about, onRules, onRulesOfAnyEngine, rule, type RulesBench } from '../test-rules.ts'

const path = '/rule-backtests'

function backtestsOf(bench: RulesBench) {
  const chats: number[] = []
  beforeEach(async () => {
    const { gateway, ines } = bench.now()
    chats.length = 0
    for (const name of ['Main stage', 'Backstage', 'Empty']) {
      const answer = await gateway.call(ines, 'POST', '/chats', { name })
      chats.push(((await answer.json()) as { chatId: number }).chatId)
    }
  })

  /** The last message was written `every` seconds ago, with the same time between the others. */
  const write = async (chatId: number, texts: string[], every = 60) => {
    const { gateway } = bench.now()
    const now = gateway.now()
    const rows = texts.map((text, index) => ({
      chat_id: chatId,
      id: index + 1,
      time: now - every * (texts.length - index),
      user_id: index % 2,
      user_name: `author ${index % 2}`,
      image: null,
      text,
    }))
    await insertMessages(gateway.database.query, rows)
    return rows.map(({ id, time }) => ({ message_id: id, time, chat_id: chatId }))
  }
  const start = (cookie: string, tested: Rule, rest: object = {}) => bench.ask(cookie, 'POST', path, { rule: tested, days: 1, ...rest })
  const linesOf = async (answer: Response) =>
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => BacktestLine.parse(JSON.parse(line)))
  const resultOf = async (answer: Response) => {
    const last = (await linesOf(answer)).at(-1)
    if (last?.kind !== 'done') throw new Error(JSON.stringify(last))
    return last.result
  }
  return { chats, write, start, linesOf, resultOf }
}

onRules('backtests, and what they read', (bench) => {
  const { save, setState, hold } = bench
  const { chats, write, start, resultOf } = backtestsOf(bench)
  let { gateway, ines } = {} as ReturnType<RulesBench['now']>
  beforeEach(() => void ({ gateway, ines } = bench.now()))

  test('reads the chats of the rule and the requested period', async () => {
    await write(chats[0]!, ['cheap', ...Array.from({ length: 123 }, () => 'no')], 700)
    await write(chats[1]!, ['cheap'])
    expect(await resultOf(await start(ines, about({ labels: [], chatIds: [chats[0]!, 999] })))).toMatchObject({ read: 123, matched: 0 })
    expect(await resultOf(await start(ines, about({ labels: [], chatIds: [chats[0]!] }), { days: 2 }))).toMatchObject({
      read: 124,
      matched: 1,
    })
    await bench.label(chats[1]!, 'Stage')
    expect(await resultOf(await start(ines, about({ labels: ['Stage'], chatIds: [] })))).toMatchObject({ chatsRead: 1, read: 1 })
    expect(await resultOf(await start(ines, about({ labels: [], chatIds: [999] })))).toMatchObject({ chatsRead: 0, read: 0 })
  })

  test('a first message is one whose author wrote nothing before', async () => {
    await write(chats[0]!, ['one', 'two', ...Array.from({ length: 123 }, () => 'no')], 700)
    const first = testRule([{ kind: 'firstMessage' }])
    expect(await resultOf(await start(ines, first))).toMatchObject({ matched: 0 })
    expect(await resultOf(await start(ines, first, { days: 2 }))).toMatchObject({ matched: 2 })
  })

  test('includes what people decided, also about messages that were deleted', async () => {
    const [kept, deleted] = await write(chats[0]!, ['cheap one', 'cheap two', 'cheap three'])
    await gateway.database.query.deleteFrom('message').where('chat_id', '=', chats[0]!).where('id', '=', 2).execute()
    await hold({ ...kept!, state: 'spared', by: 'Tom', due: null })
    await hold({ ...deleted!, state: 'deleted', by: 'Ana', due: null, text: 'cheap two', user_name: 'author 1' })
    const result = await resultOf(await start(ines, rule))
    expect(result).toMatchObject({ read: 3, matched: 3, kept: 1, deletedByHand: 1, notDecided: 1 })
    expect(result.samples.map(({ text, verdict, by }) => [text, verdict, by])).toEqual([
      ['cheap one', 'kept', 'Tom'],
      ['cheap three', 'none', ''],
      ['cheap two', 'deleted', 'Ana'],
    ])
  })

  test('a complete run of a stored rule is stored, and allows it to go live', async () => {
    await write(chats[0]!, ['cheap'])
    await save(ines, rule)
    await resultOf(await start(ines, { ...rule, brakes: { ...rule.brakes, percent: 9 } }, { ruleId: 'scam' }))
    expect(await setState(ines, 'live')).toMatchObject({ refused: { code: 'rule_not_ready' } })
    await resultOf(await start(ines, rule, { ruleId: 'scam' }))
    expect(await setState(ines, 'live')).toMatchObject({ state: 'live', backtest: { read: 1, matched: 1, kept: 0, by: 'Kim' } })
    await resultOf(await start(ines, rule, { ruleId: 'unknown' }))
    const remembered = await gateway.query
      .selectFrom('rule_backtest')
      .select('rule_id')
      .where('workspace', '=', bench.now().workspace)
      .execute()
    expect(remembered.map(({ rule_id }) => rule_id)).toEqual(['scam', 'scam'])
  })
})

// Each starts a thread, whatever the engine.
onRulesOfAnyEngine('backtests', (bench) => {
  const { ask, save, manages } = bench
  const { chats, write, start, linesOf, resultOf } = backtestsOf(bench)
  let { gateway, ines, bilal, manager } = {} as ReturnType<RulesBench['now']>
  beforeEach(() => void ({ gateway, ines, bilal, manager } = bench.now()))

  test('reports the matches by author and chat, with the highlights in their texts', async () => {
    await write(chats[0]!, ['hello', 'cheap tickets', 'nothing', 'so CHEAP', 'cheap'])
    await write(chats[1]!, ['cheap'])
    const answer = await start(ines, rule)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const result = await resultOf(answer)
    expect(result).toMatchObject({
      read: 6,
      matched: 4,
      deletedByHand: 0,
      kept: 0,
      notDecided: 4,
      chatsRead: 3,
      requests: 0,
      mostPerMinute: 2,
      mostPerHour: 4,
      authors: [
        { name: 'author 1', count: 2 },
        { name: 'author 0', count: 2 },
      ],
      otherAuthors: { count: 0, matched: 0 },
      chats: [
        { chatId: chats[0], name: 'Main stage', count: 3 },
        { chatId: chats[1], name: 'Backstage', count: 1 },
      ],
    })
    expect(result.columns.reduce((sum, count) => sum + count)).toBe(4)
    expect(result.samples).toContainEqual(
      expect.objectContaining({ chatId: chats[0], text: 'so CHEAP', highlights: [{ start: 3, end: 8 }], verdict: 'none', by: '' }),
    )
  })

  test('the cost is known before it runs', async () => {
    const cost = async (cookie: string, tested: Rule) => ask(cookie, 'POST', '/rule-backtest-costs', { rule: tested, days: 1 })
    const read = gatewayApi.backtestCost.response.parse(await (await cost(ines, rule)).json()).data
    expect(read).toMatchObject({ requests: 0, chats: 3 })
    expect(await codeOf(await cost(manager, rule))).toBe('no_right')
  })

  test('a person who may not write the rule may not run it', async () => {
    await gateway.setMember(manager, manages([chats[0]!]))
    const own = about({ labels: [], chatIds: [chats[0]!] })
    expect((await start(manager, own)).status).toBe(200)
    expect(await codeOf(await start(manager, rule))).toBe('no_right')
    expect(await codeOf(await start(manager, about({ labels: [], chatIds: chats })))).toBe('no_right')
    expect(await codeOf(await start(bilal, own))).toBe('no_right')
    expect(await codeOf(await gateway.send(`/bff/workspace${path}`, { method: 'POST', body: '{}' }))).toBe('forged')
    expect(
      await codeOf(await gateway.send(`/bff/workspace${path}`, { method: 'POST', body: '{}', headers: gateway.pageHeaders('') })),
    ).toBe('no_session')
  })

  test('a person may not file one for a rule that they may not write', async () => {
    await gateway.setMember(manager, manages([chats[0]!]))
    const own = about({ labels: [], chatIds: [chats[0]!] })
    const seen = about({ labels: [], chatIds: [chats[0]!, chats[1]!] })
    const hidden = about({ labels: [], chatIds: [chats[1]!] })
    for (const [id, stored] of Object.entries({ own, seen, hidden })) await save(ines, stored, 0, id)
    const codes = []
    for (const ruleId of ['own', 'seen', 'hidden']) {
      const answer = await start(manager, own, { ruleId })
      codes.push(answer.status === 200 ? (await linesOf(answer)).at(-1)?.kind : await codeOf(answer))
    }
    expect(codes).toEqual(['done', 'no_right', 'not_found'])
    const filed = await gateway.query.selectFrom('rule_backtest').select('rule_id').where('workspace', '=', bench.now().workspace).execute()
    expect(filed).toEqual([{ rule_id: 'own' }])
  })

  test.each(['role', 'chat'])('one that waits ends when its person loses the %s', async (what) => {
    const first = await start(ines, rule)
    const second = await start(manager, about({ labels: [], chatIds: [7] }))
    const { id } = manages([])
    await gateway.setMember(manager, what === 'chat' ? manages([8]) : member('moderator', [7], { id }))
    expect((await linesOf(first)).at(-1)).toMatchObject({ kind: 'done' })
    const message = 'You may no longer write rules in all of these chats.'
    expect((await linesOf(second)).at(-1)).toMatchObject({ kind: 'failed', message })
  })

  test('a rule that cannot run is refused with the reason', async () => {
    expect(await codeOf(await start(ines, testRule([{ kind: 'expression', pattern: '(a' }])))).toBe('invalid')
    expect(await codeOf(await start(ines, testRule([{ kind: 'words', words: [], lists: ['gone'] }])))).toBe('rule_not_ready')
    expect(await codeOf(await start(ines, rule, { days: 400 }))).toBe('invalid')
  })

  describe('several at once', () => {
    test('a newer one of the same person ends the older one', async () => {
      await write(chats[0]!, ['cheap'])
      const older = await start(ines, rule)
      const newer = await start(ines, rule)
      expect((await linesOf(older)).at(-1)).toEqual({ kind: 'failed', message: 'You started a newer backtest.', read: 0 })
      expect(await resultOf(newer)).toMatchObject({ matched: 1 })
    })

    test('a second person of the account waits for the first, unless they sign out', async () => {
      await write(chats[0]!, ['cheap'])
      const tom = await gateway.signInAs({ ...manages([7]), id: 'tom' })
      const own = about({ labels: [], chatIds: [7] })
      const [first, second, third] = [await start(ines, rule), await start(manager, own), await start(tom, own)]
      await gateway.send('/bff/session', { method: 'DELETE', headers: gateway.pageHeaders(tom) })
      expect(await resultOf(first)).toMatchObject({ matched: 1 })
      expect((await linesOf(second)).map(({ kind }) => kind)).toEqual(['waiting', 'done'])
      const lines = await linesOf(third)
      expect(lines[0]).toEqual({ kind: 'waiting', place: 2 })
      expect(lines.at(-1)).toEqual({ kind: 'failed', message: 'You are no longer signed in.', read: 0 })
    })
  })
})
