import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { readStoredRules } from '../read-rules.ts'
import { startRulesWork, type TestRulesWork } from './test-rules-work.ts'

/** The clock of the service differs from ours: a rule acts on exactly the messages that were posted after it was started. */

const hour = 3600_000
const actions = { mark: false, deleteAfterSeconds: 20, announce: null, preset: null, notify: false }
const brakes = { perMinute: 100, perHour: 1000, percent: 100, keepTextsDays: 1 }
const ruleOf = (part: Partial<Rule> = {}) => testRule([{ kind: 'words', words: ['cheap'], lists: [] }], { actions, brakes, ...part })

onAnyEngine('rules and the clock of the service', (bench) => {
  let at: TestRulesWork
  let chat: number
  const begin = async (serviceAheadMs: number) => {
    at = await startRulesWork(bench.place, { serviceAheadMs })
    chat = await at.createChat('Main stage')
  }
  afterEach(() => at.close())
  const startingOf = async () =>
    (await readStoredRules(at.query, { workspace: at.workspace, member: null }, { now: at.clock.wall })).map(({ starting }) => starting)

  describe.each([
    ['20 s ahead', 20_000],
    ['20 s behind', -20_000],
    ['1 h ahead', hour],
    ['1 h behind', -hour],
  ])('%s', (_, ahead) => {
    beforeEach(() => begin(ahead))

    test.each(['shadow', 'live'] as const)('a rule that goes %s counts every message after it and none before', async (state) => {
      for (const ago of [7200, 120, 21, 3, 0]) await at.post(chat, { ago })
      await at.start('scam', ruleOf(), state)
      await at.work(2)
      const newer = [await at.post(chat), await at.post(chat)]
      await at.work(5)
      expect((await at.hits()).map(({ message_id }) => message_id)).toEqual(newer)
      // It starts anew: what shadow found is older than that.
      const meanwhile = await at.post(chat)
      await at.start('scam', ruleOf(), 'live', 2)
      await at.work(2)
      const last = await at.post(chat)
      await at.work(60)
      const deleted = state === 'live' ? [...newer, last] : [last]
      expect((await at.states()).filter(([, one]) => one === 'deleted').map(([id]) => id)).toEqual(deleted)
      expect(await at.remaining(chat)).toContain(meanwhile)
    })

    test('a hold lasts its whole time from the moment when the message was seen', async () => {
      await at.start('scam', ruleOf({ actions: { ...actions, deleteAfterSeconds: 60 } }))
      await at.work(2)
      const id = await at.post(chat)
      // It is read later than it was posted, and may be older than its hold then.
      at.state.disturb = () => Response.json({ status: false }, { status: 500 })
      await at.work(90)
      at.state.disturb = null
      while ((await at.hits()).length === 0) await at.work(1)
      const [hit] = await at.hits()
      expect(hit!.due! - hit!.seen_at).toBe(60_000)
      while ((await at.remaining(chat)).length > 0) await at.work(1)
      const sent = at.state.sent.find(({ ids }) => ids.includes(id))!
      expect(sent.at - hit!.seen_at).toBeGreaterThanOrEqual(60_000)
    })

    test('limits count what was deleted in the last minute of ours', async () => {
      await at.start('scam', ruleOf({ actions: { ...actions, deleteAfterSeconds: 0 }, brakes: { ...brakes, perMinute: 2 } }))
      await at.work(2)
      for (let count = 0; count < 2; count++) await at.post(chat)
      await at.work(70)
      expect(await at.remaining(chat)).toEqual([])
      for (let count = 0; count < 3; count++) await at.post(chat)
      await at.work(10)
      expect(await at.remaining(chat)).toHaveLength(1)
      expect(await at.ruleState('scam')).toBe('fellBack')
    })

    test('texts are kept for their whole retention, from the moment when they were seen', async () => {
      await at.start('scam', ruleOf({ actions: { ...actions, deleteAfterSeconds: null, mark: true } }))
      await at.work(2)
      await at.post(chat)
      await at.work(5)
      at.passTime(24 * hour - 60_000)
      await at.work(5)
      expect((await at.hits())[0]!.text).toBe('cheap tickets')
      at.passTime(2 * hour)
      await at.work(5)
      expect((await at.hits())[0]!.text).toBe('')
    })

    test('a chat that is created later is watched from its first message', async () => {
      await at.start('scam', ruleOf())
      await at.work(2)
      const created = await at.createChat('Backstage')
      const first = await at.post(created)
      // The list of chats is read once a minute.
      await at.work(100)
      expect(await at.states()).toContainEqual([first, 'deleted'])
    })
  })

  test('messages of the second in which the rule starts are told apart by their ids', async () => {
    await begin(0)
    at.passTime(1000 - (at.clock.wall % 1000))
    const older = await at.post(chat)
    await at.start('scam', ruleOf())
    await at.worker.tick()
    await at.worker.settled()
    const newer = await at.post(chat)
    expect(await at.messages.selectFrom('message').select('time').where('chat_id', '=', chat).distinct().execute()).toHaveLength(1)
    await at.work(40)
    expect(await at.remaining(chat)).toEqual([older])
    expect(await at.states()).toEqual([[newer, 'deleted']])
  })

  test('while the newest message cannot be read the rule does nothing and says what it waits for', async () => {
    await begin(0)
    const other = await at.createChat('Backstage')
    const older = await at.post(chat)
    at.state.disturb = (request, answer) =>
      request.url.includes('/chats') && !request.url.includes('/chats/') ? Response.json({ status: false }, { status: 500 }) : answer()
    await at.start('scam', ruleOf())
    await at.work(2)
    expect(await startingOf()).toEqual([{ chats: null }])
    at.state.disturb = (request, answer) =>
      request.url.includes(`/chats/${chat}/messages`) ? Response.json({ status: false }, { status: 500 }) : answer()
    await at.work(15)
    expect(await startingOf()).toEqual([{ chats: 1 }])
    const elsewhere = await at.post(other)
    const meanwhile = await at.post(chat)
    at.restart()
    await at.work(40)
    expect(await at.states()).toEqual([[elsewhere, 'deleted']])
    at.state.disturb = null
    while ((await startingOf())[0] !== null) await at.work(1)
    const newer = await at.post(chat)
    await at.work(40)
    expect(await at.remaining(chat)).toEqual([older, meanwhile])
    expect(await at.states()).toContainEqual([newer, 'deleted'])
  })

  test('a chat that comes into the scope later counts from then on, also the second time', async () => {
    await begin(0)
    const scope: Rule['scope'] = { chats: { labels: ['watched'], chatIds: [] }, hours: null }
    const label = (labels: string[]) => {
      const row = {
        workspace: at.workspace,
        kind: 'chat-labels' as const,
        chat_id: chat,
        key: 'labels',
        version: 1,
        value: JSON.stringify({ labels }),
      }
      const rest = { changed_at: 0, changed_by: null }
      return at.query
        .insertInto('record')
        .values({ ...rest, ...row })
        .onConflict((conflict) => conflict.columns(['workspace', 'kind', 'chat_id', 'key']).doUpdateSet({ value: row.value }))
        .execute()
    }
    await at.start('all', ruleOf({ groups: [{ match: 'all', conditions: [{ kind: 'longer', than: 100 }] }] }))
    await at.start('scam', ruleOf({ scope }))
    await at.work(2)
    const stay: number[] = []
    for (let round = 0; round < 2; round++) {
      stay.push(await at.post(chat, { userName: `Ana ${round}` }))
      await at.work(5)
      await label(['watched'])
      await at.work(150)
      const newer = await at.post(chat, { userName: `Ana ${round}` })
      // A chat in which nobody writes is read once a minute.
      await at.work(120)
      expect(await at.remaining(chat)).toEqual(stay)
      expect(await at.states()).toContainEqual([newer, 'deleted'])
      await label([])
      // The labels are looked at once a minute, and then a quiet chat is read within a minute.
      await at.work(150)
      const ofChat = at.query.selectFrom('rule_cursor').where('workspace', '=', at.workspace).where('chat_id', '=', chat)
      const { starts } = await ofChat.select('starts').executeTakeFirstOrThrow()
      expect(JSON.parse(starts)).not.toHaveProperty('scam')
    }
  })
})
