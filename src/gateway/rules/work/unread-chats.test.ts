import { afterEach, beforeEach, expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { startRulesWork, type TestRulesWork } from './test-rules-work.ts'

/** One chat, or one row of an answer, that cannot be read is one, and not the rules of the account. */

onAnyEngine('what rules cannot read', (bench) => {
  let at: TestRulesWork
  let lobby: number
  let stage: number
  beforeEach(async () => {
    at = await startRulesWork(bench.place)
    lobby = await at.createChat('Lobby')
    stage = await at.createChat('Stage')
  })
  afterEach(() => at.close())

  const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])
  const unread = async () => {
    const answer = await at.send('/bff/workspace/rules', { headers: { ...at.pageHeaders(at.cookie), cookie: at.cookie } })
    return ((await answer.json()) as { data: { worker: { unread: unknown } } }).data.worker.unread
  }
  const changed = (path: RegExp, change: (rows: Record<string, unknown>[]) => void) => {
    at.state.disturb = async (request, answer) => {
      const answered = await answer()
      if (request.method !== 'GET' || !path.test(request.url)) return answered
      const json = (await answered.json()) as { data: Record<string, unknown>[] }
      change(json.data)
      return Response.json(json)
    }
  }

  test('a chat that the service refuses to show is named until it can be read; the others are watched', async () => {
    await at.start('scam', rule)
    await at.work(2)
    expect(await unread()).toEqual([])
    at.state.disturb = (request, answer) =>
      request.url.includes(`/chats/${lobby}/`) ? Response.json({ status: false, message: 'Not yours' }, { status: 403 }) : answer()
    await at.work(60)
    expect(await unread()).toEqual([{ chatId: lobby, since: expect.any(Number) as unknown }])
    const hit = await at.post(stage)
    await at.work(60)
    expect(await at.states()).toEqual([[hit, 'marked']])
    at.state.disturb = null
    at.passTime(5 * 60_000)
    await at.work(2)
    expect(await unread()).toEqual([])
  })

  test('a chat that cannot be read in the list is not called deleted, and the others are watched also after a restart', async () => {
    await at.start('of one', { ...rule, scope: { chats: { labels: [], chatIds: [lobby] }, hours: null } })
    await at.start('scam', rule)
    await at.work(2)
    changed(/\/chats$/, (rows) =>
      Object.assign(
        rows.find(({ id }) => id === lobby)!,
        { id: 'seven' },
      ),
    )
    at.restart()
    for (let minutes = 0; minutes < 5; minutes++) {
      at.passTime(60_000)
      await at.work(2)
    }
    expect(await at.ruleState('of one')).toBe('live')
    const hit = await at.post(stage)
    await at.work(60)
    expect(await at.states()).toEqual([[hit, 'marked']])
  })

  test('a message that cannot be read does not keep the others of its chat from being matched', async () => {
    await at.start('scam', rule)
    await at.work(2)
    await at.post(lobby, { text: 'odd' })
    changed(/\/messages\?/, (rows) => rows.forEach((row) => row['text'] === 'odd' && Object.assign(row, { userId: {} })))
    const hit = await at.post(lobby)
    await at.work(10)
    expect(await at.states()).toEqual([[hit, 'marked']])
  })

  test('a message of a chat that seems deleted is held again while the list that would tell cannot be read', async () => {
    const actions = { ...rule.actions, deleteAfterSeconds: 15 }
    await at.start('scam', { ...rule, actions, brakes: { ...rule.brakes, percent: 100 } })
    await at.work(2)
    const gone = await at.post(lobby)
    const hit = await at.post(stage)
    await at.work(8)
    at.state.disturb = (request, answer) =>
      request.url.includes(`/chats/${lobby}/`)
        ? Response.json({ status: false, message: 'No such chat' }, { status: 404 })
        : request.url.endsWith('/chats')
          ? new Response('', { status: 500 })
          : answer()
    await at.work(30)
    expect(await at.states()).toEqual([
      [gone, 'held'],
      [hit, 'deleted'],
    ])
  })
})
