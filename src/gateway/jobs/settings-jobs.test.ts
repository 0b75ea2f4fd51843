import { afterEach, beforeEach, expect, test } from 'vitest'
import { onAnyEngine } from '#service/testing/databases.ts'
import { stateOf, type ChatOrder, ordersIn, packOrders, resultIn } from '#engine/changes/chat-result.ts'
import { codeOf } from '../testing/gateway.ts'
import type { TestTeam } from '../testing/team.ts'
import { startJobs, type TestJobs } from './test-jobs.ts'

onAnyEngine('jobs that change the settings of chats', (bench) => {
  let jobs: TestJobs
  let team: TestTeam
  let cookie: string
  /** The ids of Lobby, Hall and Yard. */
  let chats: number[]
  beforeEach(async () => {
    jobs = await startJobs(bench.place)
    ;({ team } = jobs)
    ;({ cookie } = team.ines)
    chats = [jobs.chatId, await create('Hall'), await create('Yard')]
  })
  afterEach(() => jobs.close())

  const create = async (name: string) => ((await (await team.call(cookie, 'POST', '/chats', { name })).json()) as { chatId: number }).chatId
  const read = async (chatId: number) =>
    ((await (await team.call(cookie, 'GET', `/chats/${chatId}`)).json()) as { data: Record<string, unknown> }).data
  async function change(chatId: number, settings: object) {
    const headers = { authorization: `Bearer ${team.token}`, 'content-type': 'application/json' }
    const answer = await team.send(`/api/chats/${chatId}`, { method: 'PUT', headers, body: JSON.stringify(settings) })
    expect(answer.status).toBe(200)
  }
  const orderFor = (chatId: number, more: Partial<ChatOrder> = {}): ChatOrder => ({
    chatId,
    chatName: 'Lobby',
    base: { allowLinks: true, offlineMessage: '' },
    changes: { allowLinks: false, offlineMessage: 'Closed' },
    acceptedRisks: [],
    ...more,
  })
  const words = { title: 'Saving 6 changes in 3 chats', doneTitle: '6 changes in 3 chats saved' }
  const start = (orders: ChatOrder[], as = cookie) =>
    team.ask(as, 'jobStart', {
      params: { jobId: 'save' },
      body: { kind: 'settings-of-chats', ...words, place: '3 chats', holdMs: 0, changes: packOrders(orders) },
    })
  const decide = (body: object, as = cookie) =>
    team.ask(as, 'jobDecide', { params: { jobId: 'save' }, body: { leave: [], send: null, ...body } })
  const send = (orders: ChatOrder[]) => ({
    send: { title: 'Saving the rest', doneTitle: 'The rest is saved', changes: packOrders(orders) },
  })
  /** What each chat came to, as a page reads it. */
  async function results(after = 0) {
    const { changes } = (await team.get(cookie, 'jobRead', { params: { jobId: 'save' } })).data
    const answer = await team.get(cookie, 'jobResultList', { params: { jobId: 'save' }, query: { after } })
    const orders = ordersIn(changes!)
    const found = answer.data.map(
      (one) =>
        [
          one.chatId,
          resultIn(
            orders.find(({ chatId }) => chatId === one.chatId)!,
            one,
          ),
        ] as const,
    )
    const byChat = new Map(found)
    return { byChat, next: answer.next, states: orders.map((order) => stateOf(order, byChat.get(order.chatId), false)) }
  }

  test('settings of many chats are saved whatever becomes of the page, and their values before are kept', async () => {
    expect((await start(chats.map((chatId) => orderFor(chatId)))).status).toBe(200)
    await jobs.work()
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'ended', total: 3, counts: { done: 3, failed: 0, decide: 0 } }])
    for (const chatId of chats) expect(await read(chatId)).toMatchObject({ allowLinks: false, offlineMessage: 'Closed' })
    const { byChat, states } = await results()
    expect(states).toEqual(['saved', 'saved', 'saved'])
    expect(byChat.get(chats[2]!)?.applied).toEqual({
      allowLinks: { before: true, after: false },
      offlineMessage: { before: '', after: 'Closed' },
    })
    const { entries } = (await team.get(cookie, 'auditList')).data
    expect(entries.filter(({ cause }) => cause?.kind === 'job').map(({ action }) => action)).toEqual(Array(3).fill('chatUpdate'))
  })

  test('what someone else changed stays theirs until someone decides, and what was decided is sent once', async () => {
    const [lobby, hall] = chats as [number, number]
    await change(hall, { name: 'Hall', offlineMessage: 'Holiday' })
    await change(lobby, { name: 'Lobby', offlineMessage: 'Summer' })
    await start(chats.map((chatId) => orderFor(chatId)))
    await jobs.work()
    expect(await jobs.of(cookie)).toMatchObject([{ counts: { done: 1, decide: 2 } }])
    const first = await results()
    expect(first.states).toEqual(['decide', 'decide', 'saved'])
    const mine = orderFor(hall, { base: { offlineMessage: 'Holiday' }, changes: { offlineMessage: 'Closed' } })
    expect((await decide({ leave: [{ chatId: lobby, settings: ['offlineMessage'] }], ...send([mine]) })).status).toBe(200)
    expect((await results()).states).toEqual(['saved', 'notSent', 'saved'])
    // Somebody else decides the same at the same time.
    expect((await decide(send([mine]))).status).toBe(200)
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'waiting', title: 'Saving the rest', total: 1 }])
    await jobs.work()
    expect(await read(hall)).toMatchObject({ offlineMessage: 'Closed', allowLinks: false })
    expect(await read(lobby)).toMatchObject({ offlineMessage: 'Summer', allowLinks: false })
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'ended', counts: { done: 3, decide: 0 } }])
    // Only what is new is read again.
    const later = await results(first.next)
    expect(new Set(later.byChat.keys())).toEqual(new Set([lobby, hall]))
    expect((await results()).byChat.get(hall)?.applied).toEqual({
      allowLinks: { before: true, after: false },
      offlineMessage: { before: 'Holiday', after: 'Closed' },
    })
  })

  test('another gateway goes on where one was killed, and writes nothing twice', async () => {
    let writes = 0
    let killed = () => {}
    const gone = new Promise<void>((resolve) => (killed = resolve))
    team.faults.answer = async (request) => {
      if (request.method !== 'PUT') return null
      writes++
      if (writes > 1) await gone
      return null
    }
    await start(chats.map((chatId) => orderFor(chatId)))
    await team.jobRunner.tick()
    await expect.poll(() => writes).toBe(3)
    await team.query.updateTable('job').set({ runner: 'other', runner_until: Number.MAX_SAFE_INTEGER }).execute()
    await team.jobRunner.tick()
    killed()
    await team.jobRunner.settled()
    await team.query.updateTable('job').set({ runner_until: 0 }).execute()
    await jobs.work()
    expect(writes).toBe(3)
    expect((await results()).states).toEqual(['saved', 'saved', 'saved'])
  })

  test('what is decided while it runs is sent before it ends, each decision of a chat', async () => {
    const lobby = jobs.chatId
    await change(lobby, { name: 'Lobby', allowLinks: true, offlineMessage: 'Summer', mentions: false })
    await start([orderFor(lobby, { base: { offlineMessage: '', mentions: true }, changes: { offlineMessage: 'Closed', mentions: true } })])
    await jobs.work()
    expect((await results()).states).toEqual(['decide'])
    const ours = (base: ChatOrder['base'], changes: ChatOrder['changes']) => send([orderFor(lobby, { base, changes })])
    let isFirst = true
    team.faults.answer = async (request) => {
      if (request.method !== 'PUT' || !isFirst) return null
      isFirst = false
      // The job goes on with the first decision.
      expect((await decide(ours({ mentions: false }, { mentions: true }))).status).toBe(200)
      return null
    }
    await decide(ours({ offlineMessage: 'Summer' }, { offlineMessage: 'Closed' }))
    await jobs.work()
    expect(isFirst).toBe(false)
    expect(await read(lobby)).toMatchObject({ offlineMessage: 'Closed', mentions: true })
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'ended', counts: { done: 1, decide: 0 } }])
    expect(await team.query.selectFrom('job_decision').selectAll().execute()).toEqual([])
  })

  test('what someone leaves while the job sends another setting of the chat stays left, and the receipt counts it', async () => {
    const lobby = jobs.chatId
    await change(lobby, { name: 'Lobby', offlineMessage: 'Summer', mentions: false })
    await start([orderFor(lobby, { base: { offlineMessage: '', mentions: true }, changes: { offlineMessage: 'Closed', mentions: true } })])
    await jobs.work()
    const leave = (name: string) => ({ leave: [{ chatId: lobby, settings: [name] }] })
    team.faults.answer = async (request) => {
      if (request.method === 'PUT') expect((await decide(leave('mentions'))).status).toBe(200)
      return null
    }
    await decide(send([orderFor(lobby, { base: { offlineMessage: 'Summer' }, changes: { offlineMessage: 'Closed' } })]))
    await jobs.work()
    expect((await results()).byChat.get(lobby)).toMatchObject({ conflicts: [], left: ['mentions'] })
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'ended', counts: { done: 1, decide: 0 } }])
  })

  test('a receipt counts anew what someone leaves once it has ended', async () => {
    const lobby = jobs.chatId
    await change(lobby, { name: 'Lobby', offlineMessage: 'Summer' })
    await start([orderFor(lobby)])
    await jobs.work()
    expect(await jobs.of(cookie)).toMatchObject([{ counts: { done: 0, decide: 1 } }])
    await decide({ leave: [{ chatId: lobby, settings: ['offlineMessage'] }] })
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'ended', counts: { done: 1, decide: 0 } }])
  })

  test('a decision is sent in the name of who made it: while someone else’s job goes on it is refused', async () => {
    const ben = await jobs.joined('manager', 'Ben')
    const lobby = jobs.chatId
    await change(lobby, { name: 'Lobby', offlineMessage: 'Summer' })
    await start([orderFor(lobby)])
    const mine = orderFor(lobby, { base: { offlineMessage: 'Summer' }, changes: { offlineMessage: 'Closed' } })
    expect(await codeOf(await decide(send([mine]), ben.cookie))).toBe('invalid')
    await jobs.work()
    expect((await decide(send([mine]), ben.cookie)).status).toBe(200)
    await jobs.work()
    const { entries } = (await team.get(cookie, 'auditList')).data
    expect(entries.filter(({ cause }) => cause?.kind === 'job').map(({ who }) => who.name)).toEqual(['Ben', 'Ines'])
  })

  test('a change that does not say what the setting was before is refused, first and decided later', async () => {
    const blind = chats.map((chatId) => orderFor(chatId, { base: { allowLinks: true } }))
    expect((await start(blind)).status).toBe(400)
    expect((await start(chats.map((chatId) => orderFor(chatId)))).status).toBe(200)
    await jobs.work()
    await change(chats[0]!, { offlineMessage: 'Theirs' })
    expect((await decide(send(blind))).status).toBe(400)
    await jobs.work()
    expect(await read(chats[0]!)).toMatchObject({ offlineMessage: 'Theirs' })
  })

  test('only who may change settings in each of its chats starts, sees and decides', async () => {
    const ana = await jobs.joined('host', 'Ana')
    const all = chats.map((chatId) => orderFor(chatId))
    expect(await codeOf(await start(all, ana.cookie))).toBe('no_right')
    await start(all)
    await jobs.work()
    expect((await decide({}, ana.cookie)).status).toBe(404)
    expect((await team.ask(ana.cookie, 'jobResultList', { params: { jobId: 'save' } })).status).toBe(404)
    expect(await codeOf(await decide(send([orderFor(4711)])))).toBe('invalid')
  })

  test('what became of chats is forgotten with the job', async () => {
    await start(chats.map((chatId) => orderFor(chatId)))
    await jobs.work()
    await team.query.updateTable('job').set({ at: 1 }).execute()
    const other = { kind: 'settings-of-chats', ...words, place: 'Lobby', holdMs: 0, changes: packOrders([orderFor(chats[0]!)]) }
    await team.ask(cookie, 'jobStart', { params: { jobId: 'other' }, body: other })
    await jobs.work()
    expect(await team.query.selectFrom('job_chat').select('job_id').execute()).toEqual([{ job_id: 'other' }])
  })
})
