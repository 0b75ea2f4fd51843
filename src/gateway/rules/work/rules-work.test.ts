import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { linesOf } from '#gateway/audit/test-audit.ts'
import { startRulesWork, type TestRulesWork } from './test-rules-work.ts'

onEveryEngine('rules in the worker', (bench) => {
  let at: TestRulesWork
  let chat: number
  beforeEach(async () => {
    at = await startRulesWork(bench.place)
    chat = await at.createChat('Main stage')
  })
  afterEach(() => at.close())

  const actions = { mark: false, deleteAfterSeconds: 20, announce: null, preset: null, notify: false }
  const brakes = { perMinute: 100, perHour: 1000, percent: 100, keepTextsDays: 30 }
  const ruleOf = (part: Partial<Rule> = {}) => testRule([{ kind: 'words', words: ['cheap'], lists: [] }], { actions, brakes, ...part })

  test('a message is held, and deleted when the hold has expired; messages from before the rule stay', async () => {
    const older = await at.post(chat)
    at.passTime(5000)
    await at.start('scam', ruleOf())
    await at.work(2)
    const hit = await at.post(chat)
    const other = await at.post(chat, { text: 'hello' })
    await at.work(4)
    expect(await at.states()).toEqual([[hit, 'held']])
    expect((await at.hits())[0]).toMatchObject({
      text: 'cheap tickets',
      user_name: 'TicketFast',
      chat_name: 'Main stage',
      highlights: JSON.stringify([{ start: 0, end: 5 }]),
    })
    await at.work(15)
    expect(await at.remaining(chat)).toEqual([older, hit, other])
    await at.work(5)
    expect(await at.remaining(chat)).toEqual([older, other])
    expect(await at.states()).toEqual([[hit, 'deleted']])
    // A message that could not be read back at once was `unknown` before.
    expect(at.counted.filter((one) => !['unknown', 'open'].includes(String(one[1])))).toEqual([
      ['held', 1],
      ['delete', 'deleted'],
    ])
    const deletions = at.state.sent.filter(({ ids }) => ids.length > 0)
    expect(deletions.map(({ ids }) => ids)).toEqual([[hit]])
    const lines = (await linesOf(at.database as never, at.workspace)).map(({ text }) => JSON.parse(text) as object)
    expect(lines).toContainEqual(
      expect.objectContaining({
        action: 'messageDelete',
        chatId: chat,
        cause: { kind: 'rule', id: 'scam', title: 'Ticket scam' },
        who: expect.objectContaining({ kind: 'roomkeeper' }),
      }),
    )
  })

  test('hits are deleted 90 days after they reached their state, unless their deletion is unknown', async () => {
    await at.start('scam', ruleOf())
    await at.work(2)
    const deleted = await at.post(chat)
    await at.work(25)
    const unknown = await at.post(chat)
    await at.work(25)
    const hits = at.query.updateTable('rule_hit').set({ at: at.clock.wall - 91 * 24 * 60 * 60_000 })
    await hits.execute()
    await hits.set({ state: 'unknown' }).where('message_id', '=', unknown).execute()
    expect(new Set((await at.states()).map(([id]) => id))).toEqual(new Set([deleted, unknown]))
    at.passTime(61 * 60_000)
    await at.work(2)
    expect((await at.states()).map(([id]) => id)).toEqual([unknown])
  })

  test('a chat in which nobody writes is read less and less often', async () => {
    await at.start('scam', ruleOf())
    const readsIn = async (seconds: number) => {
      at.state.sent = []
      // As often as a chat in which people write is read.
      for (let second = 0; second < seconds; second += 3) {
        at.passTime(2000)
        await at.work()
      }
      return at.state.sent.filter(({ path }) => path.includes('/messages')).length
    }
    expect(await readsIn(30)).toBeGreaterThanOrEqual(9)
    await readsIn(21)
    expect(await readsIn(15)).toBeLessThanOrEqual(1)
  })

  test('a spared message stays, even if it was spared just before the hold expired', async () => {
    await at.start('scam', ruleOf())
    await at.work(1)
    const spared = await at.post(chat)
    const deleted = await at.post(chat)
    await at.work(4)
    await at.query.updateTable('rule_hit').set({ state: 'spared', by: 'Ana', due: null }).where('message_id', '=', spared).execute()
    await at.work(25)
    expect(await at.remaining(chat)).toEqual([spared])
    expect(await at.states()).toEqual([
      [spared, 'spared'],
      [deleted, 'deleted'],
    ])
  })

  test('a rule in shadow stores its hits and does nothing else', async () => {
    await at.start('quiet', ruleOf(), 'shadow')
    await at.start('marking', ruleOf({ actions: { ...actions, mark: true } }), 'shadow')
    await at.work(1)
    const hit = await at.post(chat)
    await at.work(60)
    expect(await at.remaining(chat)).toEqual([hit])
    const written = (await at.hits()).map(({ rule_id, state, is_shadow }) => ({ rule_id, state, is_shadow }))
    expect(written).toHaveLength(2)
    expect(written).toContainEqual({ rule_id: 'marking', state: 'marked', is_shadow: 1 })
    expect(written).toContainEqual({ rule_id: 'quiet', state: 'matched', is_shadow: 1 })
  })

  test('after a restart no message is hit twice, and unfinished deletions are completed', async () => {
    await at.start('scam', ruleOf({ actions: { ...actions, deleteAfterSeconds: 0 } }))
    await at.work(1)
    const first = await at.post(chat)
    await at.work(4)
    at.restart()
    const second = await at.post(chat)
    await at.work(4)
    expect(await at.remaining(chat)).toEqual([])
    expect(await at.states()).toEqual([
      [first, 'deleted'],
      [second, 'deleted'],
    ])
    // The process stopped after claiming the message, before sending anything.
    const third = await at.post(chat)
    const time = Math.floor(at.clock.wall / 1000)
    await at.query.updateTable('rule_hit').set({ state: 'deleting', message_id: third, time }).where('message_id', '=', second).execute()
    at.restart()
    await at.work(4)
    expect(await at.remaining(chat)).toEqual([])
    expect((await at.states()).at(-1)).toEqual([third, 'deleted'])
  })

  test('a window survives a restart, including messages that were deleted', async () => {
    const groups: Rule['groups'] = [{ match: 'all', conditions: [{ kind: 'authorRate', moreThan: 2, seconds: 60 }] }]
    await at.start('flood', ruleOf({ groups, actions: { ...actions, deleteAfterSeconds: 0 } }))
    await at.work(1)
    for (let count = 0; count < 3; count++) await at.post(chat, { text: `text ${count}` })
    await at.work(4)
    expect(await at.remaining(chat)).toEqual([])
    at.restart()
    await at.post(chat, { text: 'one more' })
    await at.work(4)
    expect(await at.remaining(chat)).toEqual([])
    expect(await at.hits()).toHaveLength(4)
  })

  test('while all rules are stopped nothing happens, and messages of that time stay', async () => {
    await at.start('scam', ruleOf({ actions: { ...actions, deleteAfterSeconds: 0 } }))
    await at.work(1)
    await at.query.insertInto('rule_switch').values({ workspace: at.workspace, is_on: 0, at: at.clock.wall, by: 'Kim' }).execute()
    const meanwhile = await at.post(chat)
    await at.work(30)
    await at.query.updateTable('rule_switch').set({ is_on: 1, at: at.clock.wall }).execute()
    await at.wake()
    await at.work(2)
    await at.post(chat)
    await at.work(10)
    expect(await at.remaining(chat)).toEqual([meanwhile])
  })

  test('holds that expired while no gateway worked start over', async () => {
    await at.start('scam', ruleOf())
    await at.work(1)
    const hit = await at.post(chat)
    await at.work(4)
    at.passTime(60_000)
    at.restart()
    await at.work(15)
    expect(await at.remaining(chat)).toEqual([hit])
    await at.work(10)
    expect(await at.remaining(chat)).toEqual([])
  })

  test.each([25 * 3600_000, -25 * 3600_000])('a clock that jumps by %d ms neither shortens nor extends a hold', async (ms) => {
    await at.start('scam', ruleOf())
    await at.work(1)
    const hit = await at.post(chat)
    await at.work(4)
    at.clock.wall += ms
    await at.work(14)
    expect(await at.remaining(chat)).toEqual([hit])
    await at.work(20)
    expect(await at.remaining(chat)).toEqual([])
  })
})
