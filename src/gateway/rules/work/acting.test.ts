import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { figure } from '../../../test-figure.ts'
import { isProof, runs } from '../../../test-runs.ts'
import { maxRoundGapMs } from './holds.ts'
import { startRulesWork, type TestRulesWork } from './test-rules-work.ts'

onAnyEngine('actions of rules, and their brakes', (bench) => {
  let at: TestRulesWork
  let chat: number
  beforeEach(async () => {
    at = await startRulesWork(bench.place)
    chat = await at.createChat('Main stage')
  })
  afterEach(() => at.close())

  const actions = { mark: false, deleteAfterSeconds: 0, announce: null, preset: null, notify: false }
  const brakes = { perMinute: 100, perHour: 1000, percent: 100, keepTextsDays: 30 }
  const cheap: Rule['groups'] = [{ match: 'all', conditions: [{ kind: 'words', words: ['cheap'], lists: [] }] }]
  const everything: Rule['groups'] = [{ match: 'all', conditions: [{ kind: 'longer', than: 0 }] }]
  const ruleOf = (part: Partial<Rule> = {}) => testRule([], { groups: cheap, actions, brakes, ...part })
  const startRule = async (rule: Rule) => {
    await at.start('rule', rule)
    await at.work(2)
  }

  test('a rule that matches everything deletes no more than its limit, falls back and notifies people', async () => {
    let passed = 0
    const all = runs(bench.place && 'url' in bench.place ? 20 : 80, 40)
    for (let run = 0; run < all; run++) {
      const perMinute = 1 + Math.floor(Math.random() * 25)
      const deleteAfterSeconds = Math.floor(Math.random() * 3) * 5
      const id = `rule ${run}`
      const chatId = run === 0 ? chat : await at.createChat(`Chat ${run}`)
      const scope: Rule['scope'] = { chats: { labels: [], chatIds: [chatId] }, hours: null }
      await at.start(
        id,
        ruleOf({ scope, groups: everything, actions: { ...actions, deleteAfterSeconds }, brakes: { ...brakes, perMinute } }),
      )
      await at.work(2)
      const posted: number[] = []
      for (let second = 0; second < 25; second++) {
        for (let count = Math.floor(Math.random() * 5); count >= 0; count--) posted.push(await at.post(chatId, { text: `hello ${second}` }))
        await at.work(1)
      }
      await at.work(20)
      const deleted = posted.length - (await at.remaining(chatId)).length
      const notified = await at.query.selectFrom('notification_subject').select('subject').where('event', '=', 'ruleFellBack').execute()
      const isNotified = notified.some(({ subject }) => subject.startsWith(`rule ${id}`))
      if (deleted <= perMinute && (await at.ruleState(id)) === 'fellBack' && isNotified) passed++
      await at.query.deleteFrom('rule').where('id', '=', id).execute()
    }
    expect(passed).toBe(all)
    if (isProof)
      figure(
        'G2',
        passed === all,
        `${bench.place && 'url' in bench.place ? 'PostgreSQL' : 'SQLite'}: ${passed} of ${all} rules that match everything stayed within their limit per minute, fell back, and people were notified`,
      )
  })

  test('messages that it held beyond its limit wait for a decision', async () => {
    await startRule(ruleOf({ groups: everything, actions: { ...actions, deleteAfterSeconds: 5 }, brakes: { ...brakes, perMinute: 2 } }))
    const posted = [await at.post(chat), await at.post(chat), await at.post(chat), await at.post(chat)]
    await at.work(20)
    expect(await at.remaining(chat)).toEqual(posted.slice(2))
    expect(await at.states()).toEqual([
      [posted[0], 'deleted'],
      [posted[1], 'deleted'],
      [posted[2], 'marked'],
      [posted[3], 'marked'],
    ])
    expect(await at.notifications()).toEqual([
      {
        event: 'ruleFellBack',
        title: '“Ticket scam” was paused by a limit',
        text: 'It reached its limit of 2 deletions a minute. It runs in shadow until someone decides. Its pending messages wait for a decision.',
      },
    ])
  })

  test('the share of all messages is a limit too, from ten matches on', async () => {
    await startRule(ruleOf({ brakes: { ...brakes, percent: 40 } }))
    for (let second = 0; second < 40; second++) {
      await at.post(chat, { text: second % 2 === 0 ? 'cheap tickets' : 'hello everyone' })
      await at.work(1)
    }
    expect(await at.ruleState('rule')).toBe('fellBack')
    expect((await at.states()).filter(([, state]) => state === 'deleted').length).toBeLessThan(10)
    expect((await at.notifications())[0]?.text).toContain('more than 40% of the messages')
  })

  test('a rule whose chats or word list were deleted falls back', async () => {
    await startRule(ruleOf({ scope: { chats: { labels: [], chatIds: [999_999] }, hours: null } }))
    await at.start('list', ruleOf({ groups: [{ match: 'all', conditions: [{ kind: 'words', words: [], lists: ['scam'] }] }] }))
    await at.work(240)
    const rows = await at.query.selectFrom('rule').select(['id', 'state', 'fell_back']).orderBy('id').execute()
    expect(rows.map(({ id, state, fell_back }) => [id, state, (JSON.parse(fell_back) as { brake: string }).brake])).toEqual([
      ['list', 'fellBack', 'fault'],
      ['rule', 'fellBack', 'chats'],
    ])
  })

  test('it announces at most once in ten minutes, and does not react to its own announcement', async () => {
    await startRule(ruleOf({ actions: { ...actions, announce: 'No cheap tickets here.' } }))
    for (let minute = 0; minute < 4; minute++) {
      await at.post(chat)
      await at.work(60)
    }
    expect(await at.remaining(chat)).toHaveLength(1)
    await at.work(8 * 60)
    await at.post(chat)
    await at.work(60)
    expect(await at.remaining(chat)).toHaveLength(2)
  })

  test('people are notified of its hits, and of a wave', async () => {
    await startRule(ruleOf({ actions: { ...actions, deleteAfterSeconds: null, notify: true } }))
    await at.post(chat)
    await at.work(4)
    expect((await at.notifications()).map(({ event, title }) => [event, title])).toEqual([
      ['ruleMatched', '“Ticket scam” found a message in Main stage'],
    ])
    for (let count = 0; count < 12; count++)
      await at.post(chat, { text: `Meet the artists at passes.example/offer ${count}`, userId: count, userName: `guest ${count}` })
    await at.work(4)
    expect((await at.notifications()).map(({ event, title }) => [event, title])).toContainEqual([
      'waveBegan',
      'A wave begins in Main stage',
    ])
  })

  test('a chat that cannot be read does not delay others, and Retry-After is obeyed', async () => {
    const other = await at.createChat('Backstage')
    await startRule(ruleOf())
    at.state.disturb = (request, answer) =>
      request.url.includes(`/chats/${chat}/messages`) ? Response.json({ status: false }, { status: 500 }) : answer()
    await at.post(other)
    const missed = await at.post(chat)
    await at.work(10)
    expect(await at.remaining(other)).toEqual([])
    expect(await at.remaining(chat)).toEqual([missed])
    at.state.disturb = () => Response.json({ status: false }, { status: 429, headers: { 'retry-after': '3600' } })
    await at.work(5)
    at.state.sent = []
    await at.work(300)
    expect(at.state.sent).toEqual([])
    at.state.disturb = null
    at.passTime(3_600_000)
    await at.work(90)
    expect(await at.remaining(chat)).toEqual([])
  })

  test('the texts of deleted messages are kept for the retention of the rule', async () => {
    await startRule(ruleOf({ brakes: { ...brakes, keepTextsDays: 1 } }))
    await at.post(chat)
    await at.work(5)
    expect((await at.hits())[0]?.text).toBe('cheap tickets')
    at.passTime(25 * 3600_000)
    await at.work(5)
    expect((await at.hits())[0]?.text).toBe('')
  })

  test('a rule about first messages hits only the first message of an author in the chat', async () => {
    await startRule(ruleOf({ groups: [{ match: 'all', conditions: [{ kind: 'firstMessage' }] }] }))
    await at.post(chat, { userId: 1, userName: 'A' })
    await at.work(4)
    at.restart()
    const second = await at.post(chat, { userId: 1, userName: 'A' })
    await at.post(chat, { userId: 2, userName: 'B' })
    await at.work(4)
    expect(await at.remaining(chat)).toEqual([second])
  })

  test('a message that a person decided to delete is deleted, also while all rules are stopped', async () => {
    await startRule(ruleOf({ actions: { ...actions, mark: true, deleteAfterSeconds: null } }))
    await at.post(chat)
    await at.work(4)
    await at.query.insertInto('rule_switch').values({ workspace: at.workspace, is_on: 0, at: at.clock.wall, by: 'Kim' }).execute()
    await at.query.updateTable('rule_hit').set({ state: 'held', before: 'marked', by: 'Ana', due: at.clock.wall }).execute()
    await at.wake()
    await at.work(3)
    expect(await at.remaining(chat)).toEqual([])
  })

  test('while a message is held, the next round is at the end of its hold, and never more than five seconds away', async () => {
    await startRule(ruleOf({ actions: { ...actions, deleteAfterSeconds: 100 } }))
    await at.post(chat)
    await at.work(4)
    // Then the hold is all that is left to wait for.
    await at.query.insertInto('rule_switch').values({ workspace: at.workspace, is_on: 0, at: at.clock.wall, by: 'Kim' }).execute()
    const roundIn = async (holdMs: number) => {
      await at.query
        .updateTable('rule_hit')
        .set({ due: at.clock.wall + 1000 + holdMs })
        .execute()
      await at.wake()
      await at.work()
      const { due } = await at.query.selectFrom('planned_action').select('due').where('kind', '=', 'rules').executeTakeFirstOrThrow()
      return due - at.clock.wall
    }
    expect([await roundIn(3000), await roundIn(90_000)]).toEqual([3000, maxRoundGapMs])
  })

  test('once no rule runs, the worker stops planning rounds and drops its cursors', async () => {
    await startRule(ruleOf())
    await at.query.updateTable('rule').set({ state: 'draft', running_version: null }).execute()
    await at.work(62)
    expect(await at.query.selectFrom('planned_action').selectAll().where('kind', '=', 'rules').execute()).toEqual([])
    expect(await at.query.selectFrom('rule_cursor').selectAll().where('workspace', '=', at.workspace).execute()).toEqual([])
    // Rounds are not in the list of past actions.
    expect(await at.query.selectFrom('past_action').selectAll().where('kind', '=', 'rules').execute()).toEqual([])
  })
})
