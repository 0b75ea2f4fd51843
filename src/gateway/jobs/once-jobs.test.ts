import { afterEach, beforeEach, expect, test } from 'vitest'
import { onAnyEngine } from '#service/testing/databases.ts'
import { codeOf } from '../testing/gateway.ts'
import type { TestTeam } from '../testing/team.ts'
import { startJobs, type TestJobs } from './test-jobs.ts'

onAnyEngine('jobs that do something once in each of several chats', (bench) => {
  let jobs: TestJobs
  let team: TestTeam
  let cookie: string
  /** The ids of Lobby and Hall. */
  let chats: [number, number]
  beforeEach(async () => {
    jobs = await startJobs(bench.place)
    ;({ team } = jobs)
    ;({ cookie } = team.ines)
    const answer = await team.call(cookie, 'POST', '/chats', { name: 'Hall' })
    chats = [jobs.chatId, ((await answer.json()) as { chatId: number }).chatId]
  })
  afterEach(() => jobs.close())

  const named = () => chats.map((chatId, index) => ({ chatId, chatName: ['Lobby', 'Hall'][index]! }))
  const frame = { title: 'Working in 2 chats', doneTitle: 'Done in 2 chats', place: '2 chats', holdMs: 0 }
  const post = () => ({ ...frame, kind: 'posts' as const, chats: named(), message: { text: 'Doors open at eight' } })
  const start = (body: object, as = cookie) => team.ask(as, 'jobStart', { params: { jobId: 'once' }, body })
  const read = async () => (await team.get(cookie, 'jobRead', { params: { jobId: 'once' } })).data
  const list = async <T>(chatId: number, what: string) =>
    ((await (await team.call(cookie, 'GET', `/chats/${chatId}/${what}`)).json()) as { data: T[] }).data
  const texts = async (chatId: number) => (await list<{ text: string }>(chatId, 'messages?fast=true')).map(({ text }) => text)
  const polls = (chatId: number) => list<{ id: number; question: string; status: string }>(chatId, 'polls')
  const isPost = (request: Request) => request.method === 'POST' && request.url.endsWith('/messages')

  test('a message is posted to each chat once, by a person who may post in each of them', async () => {
    const ana = await jobs.joined('moderator', 'Ana')
    expect(await codeOf(await start(post(), ana.cookie))).toBe('no_right')
    expect((await start(post())).status).toBe(200)
    expect((await start(post())).status).toBe(200)
    expect(await jobs.of(ana.cookie)).toEqual([])
    await jobs.work()
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'ended', total: 2, counts: { done: 2, failed: 0, unknown: 0, notTried: 0 } }])
    expect([await texts(chats[0]), await texts(chats[1])]).toEqual([['Doors open at eight'], ['Doors open at eight']])
    expect((await read()).left).toBe(null)
    const { entries } = (await team.get(cookie, 'auditList', { query: { action: 'messageSend' } })).data
    expect(entries.map(({ cause }) => cause)).toEqual([
      { kind: 'job', id: 'once', title: frame.title },
      { kind: 'job', id: 'once', title: frame.title },
    ])
  })

  test('what was sent without an answer is found, and what was refused is left with its reason', async () => {
    let isLost = true
    team.faults.answer = async (request) => {
      if (!isPost(request)) return null
      if (request.url.includes(`/chats/${chats[1]}/`))
        return Response.json({ status: false, code: 'closed', message: 'Closed today' }, { status: 400 })
      if (!isLost) return null
      isLost = false
      const headers = { authorization: `Bearer ${team.token}`, 'content-type': 'application/json' }
      const sent = { method: 'POST', headers, body: await request.clone().text() }
      expect((await team.send(`/api/chats/${chats[0]}/messages`, sent)).status).toBe(200)
      return Response.json({}, { status: 502 })
    }
    await start(post())
    await jobs.work()
    expect(await texts(chats[0])).toEqual(['Doors open at eight'])
    expect(await jobs.of(cookie)).toMatchObject([{ counts: { done: 1, failed: 1, unknown: 0, notTried: 0 } }])
    const { left } = await read()
    expect(left).toMatchObject({
      kind: 'once',
      draft: { kind: 'posts', message: { text: 'Doors open at eight' } },
      chats: [{ chatId: chats[1], outcome: 'failed', failure: { kind: 'refused', serviceMessage: 'Closed today' } }],
    })
  })

  test('a poll is asked in several chats, and the polls are known to be the same', async () => {
    const poll = { question: 'Encore?', answer1: 'Yes', answer2: 'No', answer3: '', answer4: '' }
    await start({ ...frame, kind: 'polls-create', chats: named(), poll, isSent: true, alike: [] })
    await jobs.work()
    const made = await Promise.all(chats.map(async (chatId) => ({ chatId, polls: await polls(chatId) })))
    expect(made.map((one) => one.polls)).toMatchObject([[{ ...poll, status: 'sent' }], [{ ...poll, status: 'sent' }]])
    const { data } = await team.get(cookie, 'recordList', { params: { kind: 'poll-groups' }, query: {} })
    expect(data.map(({ value }) => value)).toEqual([made.map((one) => ({ chatId: one.chatId, pollId: one.polls[0]!.id }))])
  })

  test('polls are published and deleted in several chats; a deletion keeps the votes, unless it is refused', async () => {
    const ids: number[] = []
    for (const chatId of chats) {
      await team.call(cookie, 'POST', `/chats/${chatId}/polls`, { question: 'Encore?', answer1: 'Yes', answer2: 'No', send: true })
      ids.push((await polls(chatId))[0]!.id)
    }
    const each = named().map((chat, index) => ({ ...chat, pollId: ids[index]! }))
    await start({ ...frame, kind: 'polls-publish', chats: each })
    await jobs.work()
    expect([await polls(chats[0]), await polls(chats[1])]).toMatchObject([[{ status: 'published' }], [{ status: 'published' }]])

    await team.database.query.updateTable('poll').set({ answer1count: 3 }).execute()
    team.faults.answer = (request) =>
      request.method === 'DELETE' && request.url.includes(`/chats/${chats[1]}/`)
        ? Response.json({ status: false, code: 'locked', message: 'Locked' }, { status: 400 })
        : null
    await team.ask(cookie, 'jobStart', { params: { jobId: 'delete' }, body: { ...frame, kind: 'polls-delete', chats: each } })
    await jobs.work()
    team.faults.answer = () => null
    expect([await polls(chats[0]), (await polls(chats[1])).length]).toEqual([[], 1])
    const { data } = await team.get(cookie, 'recordList', { params: { kind: 'poll-rounds' }, query: {} })
    expect(data).toMatchObject([{ chatId: chats[0], changedBy: 'Ines', value: { before: 'delete', question: 'Encore?' } }])
  })

  test('a job that names a chat twice, or none, is refused', async () => {
    const one = named()[0]!
    expect(await codeOf(await start({ ...post(), chats: [one, one] }))).toBe('invalid')
    expect(await codeOf(await start({ ...post(), chats: [] }))).toBe('invalid')
    expect(await codeOf(await start({ ...post(), message: { text: '' } }))).toBe('invalid')
  })
})
