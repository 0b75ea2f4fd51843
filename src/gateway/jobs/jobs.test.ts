import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { pack } from '#contract/gateway/pack.ts'
import { codeOf } from '../testing/gateway.ts'
import type { TestTeam } from '../testing/team.ts'
import { startJobs, type TestJobs } from './test-jobs.ts'

onEveryEngine('jobs', (bench) => {
  let jobs: TestJobs
  let team: TestTeam
  let chatId: number
  beforeEach(async () => {
    jobs = await startJobs(bench.place)
    ;({ team, chatId } = jobs)
  })
  afterEach(() => jobs.close())

  interface Found {
    messageId: number
    time: number
  }
  const stored = async (cookie = team.ines.cookie) => {
    const answer = await team.call(cookie, 'GET', `/chats/${chatId}/messages?fast=true&limit=500`)
    return ((await answer.json()) as { data: Found[] }).data
  }
  /** Puts messages into the chat, and resolves to them, newest first. */
  async function post(count: number): Promise<Found[]> {
    const query = team.database.query
    const time = Math.floor(team.clock.ms / 1000)
    const rows = Array.from({ length: count }, (_, index) => ({
      chat_id: chatId,
      id: index + 1,
      time,
      user_id: 7,
      user_name: 'Kim',
      image: null,
      text: 'Hi',
    }))
    await query.insertInto('message').values(rows).execute()
    await query.updateTable('chat').set({ last_message_id: count }).where('id', '=', chatId).execute()
    return (await stored()).toSorted((one, other) => other.messageId - one.messageId)
  }
  const draft = (messages: Found[], more: object = {}) => ({
    kind: 'messages-delete',
    title: `Deleting ${messages.length} messages`,
    doneTitle: `${messages.length} messages deleted`,
    chatId,
    place: 'Lobby',
    holdMs: 0,
    ids: pack(messages.map(({ messageId }) => messageId)),
    times: pack(messages.map(({ time }) => time)),
    ...more,
  })
  const start = (cookie: string, jobId: string, messages: Found[], more?: object) =>
    team.ask(cookie, 'jobStart', { params: { jobId }, body: draft(messages, more) })
  const change = (cookie: string, jobId: string, to: string) => team.ask(cookie, 'jobChange', { params: { jobId }, body: { to } })
  /** Holds each request to the service that this picks, until it is let go. */
  function holdBack(picks: (request: Request) => boolean) {
    let letGo = () => {}
    const gone = new Promise<void>((resolve) => (letGo = resolve))
    let reached = () => {}
    const first = new Promise<void>((resolve) => (reached = resolve))
    team.faults.answer = async (request) => {
      if (!picks(request)) return null
      reached()
      await gone
      return null
    }
    return { first, letGo }
  }
  /** Starts a deletion, and waits until its first requests are held back. Resolves to what lets them go. */
  async function startHeld(messages: Found[]) {
    const held = holdBack(isDeletion)
    await start(team.ines.cookie, 'one', messages)
    await team.jobRunner.tick()
    await held.first
    return held.letGo
  }
  const isDeletion = ({ url }: Request) => url.endsWith('/messages/delete')

  test('messages are deleted whatever becomes of the page, in the name of the person, and everyone who may do it sees it', async () => {
    const messages = await post(30)
    const ana = await jobs.joined('moderator', 'Ana')
    const host = await jobs.joined('host', 'Hugo')
    expect((await start(ana.cookie, 'one', messages)).status).toBe(200)
    // The same again starts nothing more.
    expect((await start(ana.cookie, 'one', messages)).status).toBe(200)
    expect(await jobs.of(team.ines.cookie)).toMatchObject([{ id: 'one', phase: 'waiting', by: 'Ana', isOwn: false, total: 30 }])
    expect(await jobs.of(host.cookie)).toEqual([])
    expect((await team.ask(host.cookie, 'jobRead', { params: { jobId: 'one' } })).status).toBe(404)
    await team.query.deleteFrom('session').where('person_id', '=', ana.id).execute()
    await jobs.work()
    expect(await stored()).toEqual([])
    const [row] = await team.query.selectFrom('job').selectAll().execute()
    expect(row).toMatchObject({ phase: 'ended', done: 30, input: '', state: '', runner: '' })
    // What has ended is shown to who started it, until it is dismissed.
    expect(await jobs.of(team.ines.cookie)).toEqual([])
    const back = await team.signInWith(ana.device)
    expect(await jobs.of(back.cookie)).toMatchObject([{ phase: 'ended', counts: { done: 30, failed: 0, unknown: 0, notTried: 0 } }])
    const { entries } = (await team.get(team.ines.cookie, 'auditList')).data
    const deletions = entries.filter(({ action }) => action === 'messageDeleteSome')
    expect(deletions.reduce((sum, { count }) => sum + count, 0)).toBe(30)
    for (const { who, cause } of deletions)
      expect([who.name, cause]).toEqual(['Ana', { kind: 'job', id: 'one', title: 'Deleting 30 messages' }])
    await change(back.cookie, 'one', 'dismiss')
    expect(await jobs.of(back.cookie)).toEqual([])
  })

  test('until its time to undo is over nothing is sent, and it can be undone', async () => {
    const messages = await post(2)
    const { cookie } = team.ines
    for (const id of ['undone', 'kept']) await start(cookie, id, messages, { holdMs: 6000 })
    await jobs.work()
    expect(await stored()).toHaveLength(2)
    expect((await change(cookie, 'undone', 'undo')).status).toBe(200)
    team.clock.ms += 6000
    await jobs.work()
    expect(await stored()).toEqual([])
    expect((await change(cookie, 'kept', 'undo')).status).toBe(400)
    expect((await jobs.of(cookie)).map(({ id, phase }) => [id, phase])).toEqual([['kept', 'ended']])
  })

  test('another gateway goes on where one was killed', async () => {
    const messages = await post(250)
    const { cookie } = team.ines
    const letGo = await startHeld(messages)
    // Another one has taken it, as the lease was over.
    await team.query.updateTable('job').set({ runner: 'other', runner_until: Number.MAX_SAFE_INTEGER }).execute()
    await team.jobRunner.tick()
    letGo()
    await team.jobRunner.settled()
    const [row] = await team.query.selectFrom('job').selectAll().execute()
    expect(row).toMatchObject({ phase: 'running', runner: 'other' })
    expect(row!.state).not.toBe('')
    const left = await stored()
    expect(left.length).toBeGreaterThan(0)
    // That one was killed.
    await team.query.updateTable('job').set({ runner_until: 0 }).execute()
    await jobs.work()
    expect(await stored()).toEqual([])
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'ended', counts: { done: 250 } }])
  })

  test('it pauses once the person was removed, and goes on in the name of whoever resumes it', async () => {
    const messages = await post(2)
    const ana = await jobs.joined('moderator', 'Ana')
    await start(ana.cookie, 'one', messages)
    await team.askConfirmed(team.ines, 'personRemove', { params: { personId: ana.id } })
    await jobs.work()
    expect(await stored()).toHaveLength(2)
    expect(await jobs.of(team.ines.cookie)).toMatchObject([{ phase: 'paused', pausedBecause: 'removed', by: 'Ana' }])
    await change(team.ines.cookie, 'one', 'resume')
    await jobs.work()
    expect(await stored()).toEqual([])
    expect(await jobs.of(team.ines.cookie)).toMatchObject([{ phase: 'ended', by: 'Ines', isOwn: true }])
  })

  test('it pauses once the person may no longer delete there', async () => {
    const messages = await post(2)
    const ana = await jobs.joined('moderator', 'Ana')
    await start(ana.cookie, 'one', messages)
    await team.query.updateTable('person').set({ role: 'host' }).where('id', '=', ana.id).execute()
    await jobs.work()
    expect(await jobs.of(team.ines.cookie)).toMatchObject([{ phase: 'paused', pausedBecause: 'no-right' }])
    expect(await codeOf(await change(ana.cookie, 'one', 'resume'))).toBe('no_right')
    expect(await stored()).toHaveLength(2)
  })

  test('with the account’s token it needs someone who is signed in with it', async () => {
    const messages = await post(2)
    const { cookie } = await team.signIn()
    await start(cookie, 'one', messages)
    await team.query.deleteFrom('session').where('person_id', 'is', null).execute()
    await jobs.work()
    const again = await team.signIn()
    expect(await jobs.of(again.cookie)).toMatchObject([{ phase: 'paused', pausedBecause: 'signed-out', isOwn: true }])
    await change(again.cookie, 'one', 'resume')
    await jobs.work()
    expect(await stored()).toEqual([])
  })

  test('a pause takes effect before the next request, and a stop says what was not tried', async () => {
    const messages = await post(250)
    const { cookie } = team.ines
    const letGo = await startHeld(messages)
    await change(cookie, 'one', 'pause')
    letGo()
    await team.jobRunner.settled()
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'paused', wish: 'pause', pausedBecause: null }])
    const left = (await stored()).length
    await change(cookie, 'one', 'stop')
    await jobs.work()
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'ended', counts: { done: 250 - left, notTried: left } }])
    const { data } = await team.get(cookie, 'jobRead', { params: { jobId: 'one' } })
    expect(data.left).toMatchObject({ kind: 'messages-delete', ids: { length: left } })
    expect(await stored()).toHaveLength(left)
  })

  test('a service that does not answer is tried again, and it says why it waits', async () => {
    const messages = await post(2)
    const { cookie } = team.ines
    team.faults.answer = () => Response.json({ status: false }, { status: 500 })
    await start(cookie, 'one', messages)
    await jobs.work()
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'waiting', trouble: { kind: 'server-error' } }])
    // The reads get through: what is lost is looked up, and is not taken for a refusal.
    team.faults.answer = (request) => (isDeletion(request) ? Promise.reject(new TypeError('reset')) : null)
    team.clock.ms += 10_000
    await jobs.work()
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'waiting', trouble: { kind: 'unreachable' } }])
    expect(await stored()).toHaveLength(2)
    team.faults.answer = () => null
    team.clock.ms += 10_000
    await jobs.work()
    expect(await jobs.of(cookie)).toMatchObject([{ phase: 'ended', trouble: null, counts: { done: 2 } }])
  })

  test('the limit of deletions an hour is that of the person', async () => {
    // Two requests of 25, at once: either may be the first.
    const messages = await post(50)
    const ana = await jobs.joined('moderator', 'Ana')
    await team.query
      .updateTable('person')
      .set({ limits: JSON.stringify({ deletionsPerHour: 25 }) })
      .where('id', '=', ana.id)
      .execute()
    await start(ana.cookie, 'one', messages)
    await jobs.work()
    expect(await jobs.of(ana.cookie)).toMatchObject([{ phase: 'ended', counts: { done: 25 } }])
    expect(await stored()).toHaveLength(25)
  })

  test('what 50 jobs came to is kept, of the last 30 days', async () => {
    const messages = await post(3)
    const { cookie } = team.ines
    await start(cookie, 'first', messages.slice(0, 1))
    await jobs.work()
    const [ended] = await team.query.selectFrom('job').selectAll().execute()
    const copies = Array.from({ length: 60 }, (_, index) => ({ ...ended!, id: `copy-${index}`, at: ended!.at + index }))
    await team.query.insertInto('job').values(copies).execute()
    team.clock.ms += 1000
    await start(cookie, 'second', messages.slice(1, 2))
    await jobs.work()
    const ids = async () => (await team.query.selectFrom('job').select('id').orderBy('at').execute()).map(({ id }) => id)
    expect(await ids()).toEqual([...Array.from({ length: 49 }, (_, index) => `copy-${index + 11}`), 'second'])
    await team.query.updateTable('job').set({ at: 1 }).where('id', '!=', 'second').execute()
    await start(cookie, 'third', messages.slice(2))
    await jobs.work()
    expect(await ids()).toEqual(['second', 'third'])
  })

  test('who may not delete in a chat starts nothing there, and an account has 20 unfinished jobs at most', async () => {
    const messages = await post(1)
    const host = await jobs.joined('host', 'Hugo')
    expect(await codeOf(await start(host.cookie, 'no', messages))).toBe('no_right')
    const { cookie } = team.ines
    for (let job = 0; job < 20; job++) expect((await start(cookie, `held-${job}`, messages, { holdMs: 6000 })).status).toBe(200)
    expect(await codeOf(await start(cookie, 'more', messages))).toBe('invalid')
    expect((await start(cookie, 'held-7', messages)).status).toBe(200)
    expect((await start(cookie, 'odd', messages, { times: [1, 2] })).status).toBe(400)
  })
})
