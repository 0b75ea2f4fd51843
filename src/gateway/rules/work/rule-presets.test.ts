import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { startRulesWork, type TestRulesWork } from './test-rules-work.ts'

onAnyEngine('modes that rules turn on', (bench) => {
  let at: TestRulesWork
  let chat: number
  beforeEach(async () => {
    at = await startRulesWork(bench.place)
    chat = await at.createChat('Main stage')
  })
  afterEach(() => at.close())

  async function startRule(more: Partial<Rule['actions']> = {}) {
    const preset = { presetId: 'lockdown', minutes: 30 }
    const actions = { mark: false, deleteAfterSeconds: 0, announce: null, preset, notify: false, ...more }
    const brakes = { perMinute: 100, perHour: 1000, percent: 100, keepTextsDays: 30 }
    await at.start('rule', testRule([{ kind: 'words', words: ['cheap'], lists: [] }], { actions, brakes }))
    await at.work(2)
  }
  const jobs = async () =>
    (await at.query.selectFrom('job').selectAll().where('workspace', '=', at.workspace).execute()).map(({ counts, ...row }) => ({
      ...row,
      counts: counts === '' ? null : (JSON.parse(counts) as object),
    }))
  const linksAllowed = async () => {
    const answer = await at.call(at.cookie, 'GET', `/chats/${chat}`)
    return ((await answer.json()) as { data: { allowLinks: boolean } }).data.allowLinks
  }
  const isSave = ({ method, url }: Request) => method === 'PUT' && url.endsWith(`/chats/${chat}`)

  test('it turns a mode on only once while the mode is on, and the mode ends by itself', async () => {
    await startRule()
    for (let count = 0; count < 3; count++) {
      await at.post(chat)
      await at.work(70)
    }
    const on = await at.query.selectFrom('preset_on').select(['by', 'rule_name', 'until']).execute()
    expect(on).toEqual([{ by: 'A rule', rule_name: 'Ticket scam', until: expect.any(Number) as number }])
    const ends = await at.query.selectFrom('planned_action').select('due').where('kind', '=', 'preset').execute()
    expect(ends.map(({ due }) => due)).toContain(on[0]?.until)
    expect((await at.notifications()).map(({ event }) => event)).toContain('presetTurnedOn')
  })

  test('its mode is turned on by a job of the worker, which has ended with the round', async () => {
    await startRule()
    await at.query.updateTable('rule').set({ started_by: 'dana' }).execute()
    await at.post(chat)
    await at.work(70)
    expect(await linksAllowed()).toBe(false)
    // Whoever started the rule may be removed: then the rule stops, and not what it has begun.
    expect(await jobs()).toMatchObject([
      { kind: 'preset-on', method: 'standing', by: 'Roomkeeper', person_id: null, phase: 'ended', counts: { done: 1, failed: 0 } },
    ])
  })

  test('a rule that is stopped after its hit turns nothing on', async () => {
    await startRule({ announce: 'No cheap tickets here.' })
    // The announcement comes first.
    at.state.disturb = async (request, answer) => {
      if (request.method === 'POST' && request.url.endsWith('/messages'))
        await at.query.updateTable('rule').set({ state: 'draft', running_version: null }).execute()
      return answer()
    }
    await at.post(chat)
    await at.work(70)
    // The message, which it deletes no more, and the announcement.
    expect(await at.remaining(chat)).toHaveLength(2)
    expect(await jobs()).toEqual([])
    expect(await at.query.selectFrom('preset_on').selectAll().where('workspace', '=', at.workspace).execute()).toEqual([])
    expect(await linksAllowed()).toBe(true)
  })

  test('what the service refuses to turn on, or to hear about for long, is not tried again', async () => {
    await startRule()
    at.state.disturb = (request, answer) =>
      isSave(request) ? Response.json({ status: false, message: 'Not now' }, { status: 400 }) : answer()
    await at.post(chat)
    await at.work(70)
    expect(await jobs()).toMatchObject([{ phase: 'ended', counts: { done: 0, failed: 1, notTried: 0 } }])
    const other = chat
    chat = await at.createChat('Backstage')
    at.state.disturb = (request, answer) =>
      isSave(request) ? Response.json({ status: false }, { status: 429, headers: { 'retry-after': '3600' } }) : answer()
    await at.work(70)
    await at.post(chat)
    await at.work(70)
    expect((await jobs()).map(({ phase, counts }) => [phase, counts])).toContainEqual(['ended', expect.objectContaining({ notTried: 1 })])
    at.state.disturb = null
    at.state.sent = []
    at.passTime(3_600_000)
    await at.work(90)
    expect(at.state.sent.filter(({ method }) => method === 'PUT')).toEqual([])
    expect(await linksAllowed()).toBe(true)
    chat = other
    expect(await linksAllowed()).toBe(true)
  })
})
