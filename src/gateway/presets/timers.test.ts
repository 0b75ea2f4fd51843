import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtInPresets } from '#contract/presets/preset.ts'
import { packOrders } from '#engine/changes/chat-result.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { codeOf } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'
import { startPresets, type TestPresets } from './test-presets.ts'

const minute = 60_000
const lockdown = builtInPresets.lockdown.values

onAnyEngine('modes that end by themselves, and what is interrupted', (bench) => {
  let on: TestPresets
  beforeEach(async () => {
    on = await startPresets(bench)
  })
  afterEach(() => on.close())

  const all = () => Promise.all(on.chats.map((chatId) => on.read(chatId)))
  const turnOnFor = async (minutes: number) => (await on.turnOn('lockdown', on.chats, { until: on.clock.ms + minutes * minute })).on!
  const past = async () => {
    const { workspace } = await on.workspaceOf()
    const rows = await on.query.selectFrom('past_action').selectAll().where('workspace', '=', workspace).execute()
    return rows.map(({ title, result, outcome }) => ({ title, result, outcome }))
  }
  const pass = async (minutes: number) => {
    on.clock.ms += minutes * minute
    await on.work()
  }
  /** The jobs of the worker. */
  const endings = async () => {
    const { workspace } = await on.workspaceOf()
    const jobs = on.query
      .selectFrom('job')
      .select(['id', 'phase', 'counts'])
      .where('workspace', '=', workspace)
      .where('kind', '=', 'preset-end')
    return jobs.execute()
  }
  const isOn = async () => (await on.list()).length > 0

  test('others are told of what a person turned on or ended, and everyone of what ended at its time', async () => {
    const moderator = await on.signInAs(member('moderator', on.chats))
    const told = async () => {
      const of = async (cookie: string) => (await on.get('noticeList', {}, cookie)).notices.map(({ title }) => title)
      return [await of(on.owner), await of(moderator)]
    }
    const [mine, theirs] = [await on.turnOn('lockdown', on.chats), { params: { onId: 'theirs' } }]
    const until = on.clock.ms + minute
    const { on: event } = await on.get('presetTurnOn', { ...theirs, body: { presetId: 'event', chatIds: on.chats, until } }, moderator)
    await on.carryOut()
    const [turnedOn, ended] = ['Kim turned on the mode “Lockdown”', `The moderator turned on the mode “${event!.name}”`]
    expect(await told()).toEqual([[ended], [turnedOn]])
    await on.end(mine.on!.id)
    expect(await told()).toEqual([[ended], expect.arrayContaining([turnedOn, 'Kim ended the mode “Lockdown”'])])
    await on.allowStanding()
    await pass(1)
    for (const titles of await told()) expect(titles).toContain(`Roomkeeper ended the mode “${event!.name}”`)
  })

  test('with standing access Roomkeeper ends it at its time, once', async () => {
    await on.allowStanding()
    const before = await all()
    const { id, endsByItself } = await turnOnFor(30)
    expect(endsByItself).toBe(true)
    await pass(29)
    expect(await isOn()).toBe(true)
    await pass(1)
    expect(await on.list()).toEqual([])
    expect(await all()).toEqual(before)
    expect(await endings()).toMatchObject([{ phase: 'ended' }])
    await pass(1)
    expect(await past()).toEqual([{ title: 'Ended the mode “Lockdown”', result: '3 chats', outcome: 'done' }])
    const { workspace } = await on.workspaceOf()
    const changes = on.query.selectFrom('audit_line').select('text').where('workspace', '=', workspace).where('who', '=', 'roomkeeper')
    const rows = await changes.where('kind', '=', 'entry').execute()
    expect(rows.map(({ text }) => (JSON.parse(text) as { cause: object }).cause)).toEqual(
      on.chats.map(() => ({ kind: 'preset', id, title: 'Lockdown' })),
    )
  })

  test('without standing access nobody ends it, and the list says so', async () => {
    await turnOnFor(30)
    await pass(31)
    expect(await on.list()).toMatchObject([{ endsByItself: false }])
    expect(await all()).toMatchObject(on.chats.map(() => lockdown))
  })

  test('what was changed meanwhile stays when the time is over, and waits for a decision', async () => {
    await on.allowStanding()
    await turnOnFor(30)
    await on.change(on.chats[0]!, { groupChatWelcomeMessage: 'Back at nine' })
    await pass(30)
    expect(await on.read(on.chats[0]!)).toMatchObject({ groupChatWelcomeMessage: 'Back at nine', allowLinks: true })
    expect(await past()).toMatchObject([{ outcome: 'decide', result: '1 chat to decide' }])
    // Everybody of the account is shown it, and whoever decides goes on with it.
    const job = (await on.get('jobList')).find(({ kind }) => kind === 'preset-end')
    expect(job).toMatchObject({ by: 'Roomkeeper', phase: 'ended', counts: { done: 2, decide: 1 } })
    const moderator = await on.signInAs(member('moderator', on.chats))
    expect((await on.get('jobList', {}, moderator)).map(({ id }) => id)).toContain(job!.id)
    await on.decide(job!.id, on.chats[0]!, 'groupChatWelcomeMessage', 'ours')
    expect((await on.read(on.chats[0]!)).groupChatWelcomeMessage).toBe('')
    const host = await on.signInAs(member('host', on.chats))
    expect(await on.get('jobList', {}, host)).toEqual([])
  })

  test('one that was extended ends later, and one without a time not at all', async () => {
    await on.allowStanding()
    const { id } = await turnOnFor(30)
    const until = on.clock.ms + 90 * minute
    expect(await on.get('presetExtend', { params: { onId: id }, body: { until } })).toMatchObject({ until })
    await pass(60)
    expect(await on.list()).toHaveLength(1)
    await on.get('presetExtend', { params: { onId: id }, body: { until: null } })
    await pass(60)
    expect(await on.list()).toHaveLength(1)
    await on.get('presetExtend', { params: { onId: id }, body: { until: on.clock.ms + minute } })
    await pass(1)
    expect(await on.list()).toEqual([])
    const refused = await on.ask(on.owner, 'presetExtend', { params: { onId: id }, body: { until: on.clock.ms + minute } })
    expect(await codeOf(refused)).toBe('preset_ended')
  })

  test('a worker that wakes two days later does not end it without asking', async () => {
    await on.allowStanding()
    await turnOnFor(30)
    await pass(2 * 24 * 60)
    const { cookie } = await on.signIn()
    expect(await on.get('presetOnList', {}, cookie)).toHaveLength(1)
    expect(await past()).toEqual([])
  })

  test('a token that is rejected in the middle leaves no chat locked: a person can end the mode at once', async () => {
    await on.allowStanding()
    const before = await all()
    const { id } = await turnOnFor(30)
    on.faults.answer = () => Response.json({ status: false, message: 'No such token' }, { status: 401 })
    await pass(30)
    on.faults.answer = () => null
    expect(await endings()).toMatchObject([{ phase: 'waiting' }])
    expect(await on.query.selectFrom('preset_lock').select('chat_id').where('holder', '!=', '').execute()).toEqual([])
    // Whoever resumes it goes on in their own name.
    const [job] = await endings()
    await on.get('jobChange', { params: { jobId: job!.id }, body: { to: 'pause' } })
    await on.get('jobChange', { params: { jobId: job!.id }, body: { to: 'resume' } })
    await on.carryOut()
    expect(await on.end(id)).toBe('')
    expect(await all()).toEqual(before)
  })

  test('where one chat fails the others end, and it is tried again', async () => {
    await on.allowStanding()
    const before = await all()
    await turnOnFor(30)
    const failing = `/chats/${on.chats[1]}`
    on.faults.answer = ({ method, url }) =>
      method === 'PUT' && url.endsWith(failing) ? Response.json({ status: false, message: 'Not now' }, { status: 503 }) : null
    await pass(30)
    const [job] = await endings()
    const results = await on.resultsOf(job!.id)
    expect(results.map(({ result }) => result?.failure?.serviceMessage)).toEqual([undefined, 'Not now', undefined])
    on.faults.answer = () => null
    await pass(1)
    expect(await on.statesOf(job!.id)).toEqual(['saved', 'saved', 'saved'])
    expect((await past()).map(({ outcome }) => outcome)).toEqual(['failed', 'done'])
    expect(await all()).toEqual(before)
  })

  test('a chat in which it cannot be turned on leaves the others on, and is tried again', async () => {
    const before = await all()
    const failing = `/chats/${on.chats[1]}`
    on.faults.answer = ({ method, url }) =>
      method === 'PUT' && url.endsWith(failing) ? Response.json({ status: false, message: 'Not now' }, { status: 400 }) : null
    const { on: turnedOn } = await on.turnOn('lockdown', on.chats)
    expect(await on.statesOf(turnedOn!.id)).toEqual(['saved', 'failed', 'saved'])
    expect(await on.read(on.chats[1]!)).toEqual(before[1])
    on.faults.answer = () => null
    await on.retry(turnedOn!.id)
    expect(await on.statesOf(turnedOn!.id)).toEqual(['saved', 'saved', 'saved'])
    await on.end(turnedOn!.id)
    expect(await all()).toEqual(before)
  })

  test('a write without an answer is found out by reading, and put back exactly', async () => {
    const before = await all()
    const failing = `/chats/${on.chats[1]}`
    let isWritten = false
    on.faults.answer = ({ method, url }) => {
      if (!url.endsWith(failing)) return null
      if (method === 'PUT') isWritten = true
      // The service carries it out, but neither that nor the read afterwards gets an answer: as when the gateway is killed.
      return isWritten && method === 'GET' ? Response.json({}, { status: 502 }) : null
    }
    const turningOn = on.turnOn('lockdown', on.chats)
    await expect.poll(() => isWritten).toBe(true)
    on.faults.answer = () => null
    await turningOn
    expect(await on.statesOf('on-1')).toEqual(['saved', 'saved', 'saved'])
    expect(await all()).toMatchObject(on.chats.map(() => lockdown))
    await on.end('on-1')
    expect(await all()).toEqual(before)
  })

  test.each(['sent', 'not sent'])('another gateway goes on where one was killed, with a change that was %s', async (which) => {
    const before = await all()
    let writes = 0
    let killed = () => {}
    const gone = new Promise<void>((resolve) => (killed = resolve))
    const answered = new Promise<void>((resolve) => {
      on.faults.answer = async (request) => {
        if (request.method !== 'PUT') return null
        writes++
        if (writes < 3) return null
        resolve()
        if (which === 'sent') await on.upstream(request.clone())
        await gone
        return Response.json({}, { status: 502 })
      }
    })
    await on.get('presetTurnOn', { params: { onId: 'mine' }, body: { presetId: 'lockdown', chatIds: on.chats, until: null } })
    await on.jobRunner.tick()
    await answered
    // As if it had been killed: another gateway has it.
    await on.query.updateTable('job').set({ runner: 'other', runner_until: Number.MAX_SAFE_INTEGER }).where('id', '=', 'mine').execute()
    await on.jobRunner.tick()
    killed()
    await on.jobRunner.settled()
    on.faults.answer = () => null
    await on.query.updateTable('job').set({ runner_until: 0 }).where('id', '=', 'mine').execute()
    await on.carryOut()
    expect(await on.statesOf('mine')).toEqual(['saved', 'saved', 'saved'])
    expect(await all()).toMatchObject(on.chats.map(() => lockdown))
    await on.end('mine')
    expect(await all()).toEqual(before)
  })

  test('a lockdown waits for nothing else', async () => {
    const before = await all()
    let isHeld = true
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    on.faults.answer = async ({ method, url }) => {
      if (method === 'PUT' && url.endsWith(`/chats/${on.chats[0]}`) && isHeld) await held
      return null
    }
    const changes = packOrders([
      { chatId: on.chats[0]!, chatName: 'One', base: { mentions: true }, changes: { mentions: false }, acceptedRisks: [] },
    ])
    const words = { title: 'Saving', doneTitle: 'Saved', place: 'One', holdMs: 0 }
    await on.get('jobStart', { params: { jobId: 'save' }, body: { kind: 'settings-of-chats', ...words, changes } })
    await on.jobRunner.tick()
    await on.get('presetTurnOn', { params: { onId: 'mine' }, body: { presetId: 'lockdown', chatIds: on.chats.slice(1), until: null } })
    await on.jobRunner.tick()
    await expect.poll(() => all()).toMatchObject([{}, lockdown, lockdown])
    isHeld = false
    release()
    await on.carryOut()
    await on.end('mine')
    expect(await all()).toEqual([{ ...before[0], mentions: false }, before[1], before[2]])
  })

  test('there is nothing to do for a mode that does not exist', async () => {
    await on.allowStanding()
    const { workspace } = await on.workspaceOf()
    const action = {
      workspace,
      kind: 'preset',
      key: 'gone',
      due: on.clock.ms,
      title: 'End it',
      note: '',
      chat_ids: '[]',
      data: '',
    } as const
    await on.query
      .insertInto('planned_action')
      .values({ ...action, id: 'gone', started: 0, attempts: 0, not_before: 0, approved: 0 })
      .execute()
    await pass(1)
    expect(await past()).toEqual([{ title: 'End it', result: 'Nothing was left to do', outcome: 'done' }])
  })
})
