import { afterEach, beforeEach, expect, test } from 'vitest'
import { gatewayPaths, identityHeader } from '#contract/session.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { withEnded } from '#contract/gateway/lent.ts'
import { scopedTokens } from '#contract/gateway/scoped-tokens.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { z } from 'zod/mini'
import { codeOf } from '../testing/gateway.ts'
import type { TestPerson, TestTeam } from '../testing/team.ts'
import { startJobs, type TestJobs } from '../jobs/test-jobs.ts'

/** Whoever turns a preset on needs the rights for it before each request, until the last chat is changed; somebody else can go on with it. */

onAnyEngine('who turns a mode on', (bench) => {
  let jobs: TestJobs
  let team: TestTeam
  let ines: TestPerson
  let workspace: string
  let chats: [number, number]
  let dana: TestPerson
  beforeEach(async () => {
    jobs = await startJobs(bench.place)
    ;({ team } = jobs)
    ;({ ines } = team)
    workspace = team.pageHeaders(ines.cookie)[identityHeader]
    const answer = await team.call(ines.cookie, 'POST', '/chats', { name: 'Hall' })
    chats = [jobs.chatId, ((await answer.json()) as { chatId: number }).chatId]
    dana = await add('Dana', 'manager')
  })
  afterEach(() => jobs.close())

  const add = async (name: string, role: RoleName) => team.joined({ name, role, chats })
  const change = async ({ id }: TestPerson, changes: object) => {
    const { data } = await team.get(ines.cookie, 'personRead', { params: { personId: id } })
    const { name, role, chats: granted, limits, email, revision } = data
    const body = { name, role, chats: granted, limits, email, revision, ...changes }
    expect((await team.askConfirmed(ines, 'personUpdate', { params: { personId: id }, body })).status).toBe(200)
  }
  /** Resolves to what ended with that. */
  const remove = async ({ id }: TestPerson) => {
    const answer = await team.askConfirmed(ines, 'personRemove', { params: { personId: id } })
    expect(answer.status).toBe(200)
    return withEnded(z.object({})).parse(await answer.json()).ended
  }
  const params = { onId: 'on' }
  const stored = () => ({ presetId: 'lockdown', chatIds: chats, until: null })
  const own = { values: { allowLinks: false } }
  const turnOn = ({ cookie }: TestPerson, more: object = {}) => team.get(cookie, 'presetTurnOn', { params, body: { ...stored(), ...more } })
  const resume = ({ cookie }: TestPerson, jobId = 'on') => team.ask(cookie, 'jobChange', { params: { jobId }, body: { to: 'resume' } })
  const job = async (jobId = 'on') => (await team.get(ines.cookie, 'jobRead', { params: { jobId } })).data
  const saved = async () => {
    const { data } = await team.get(ines.cookie, 'jobResultList', { params: { jobId: 'on' } })
    return data.filter(({ asOrdered, applied }) => asOrdered.length + Object.keys(applied).length > 0).map(({ chatId }) => chatId)
  }
  /** Carries out what is due, until the job has ended or waits for somebody. */
  async function work() {
    const open = team.query.selectFrom('job').select('id').where('workspace', '=', workspace).where('phase', 'in', ['waiting', 'running'])
    do await jobs.work()
    while (await open.executeTakeFirst())
    expect(isStillToHappen).toBe(false)
  }
  /** Whether links are allowed in each of the chats: they are, without the preset. */
  const links = () =>
    Promise.all(
      chats.map(async (chatId) => {
        const answer = await team.call(ines.cookie, 'GET', `/chats/${chatId}`)
        return ((await answer.json()) as { data: { allowLinks: boolean } }).data.allowLinks
      }),
    )
  const isOnIn = async () => (await team.get(ines.cookie, 'presetOnList')).data[0]?.chats.map(({ chatId }) => chatId)
  let isStillToHappen = false
  /** What happens while the job reads a chat. @param isBetween not before the other chat is changed and read back */
  function whileReading(chatId: number, happens: () => Promise<unknown>, isBetween = true) {
    isStillToHappen = true
    team.faults.answer = async ({ method, url }) => {
      if (!isStillToHappen || method !== 'GET' || !url.endsWith(`/chats/${chatId}`)) return null
      isStillToHappen = false
      if (isBetween) await expect.poll(saved).toEqual(chats.filter((other) => other !== chatId))
      await happens()
      return null
    }
  }

  test.each([
    ['values of one’s own need the right to change settings', own, false],
    ['stored values need the right to use modes only', {}, true],
  ])('%s, until the last chat was changed', async (_, more, goesOn) => {
    await turnOn(dana, more)
    whileReading(chats[1], () => change(dana, { role: 'moderator' }))
    await work()
    expect(await links()).toEqual([false, !goesOn])
    expect(await job()).toMatchObject(
      goesOn ? { phase: 'ended', counts: { done: 2 }, by: 'Dana' } : { phase: 'paused', pausedBecause: 'no-right', by: 'Dana' },
    )
  })

  test('a chat that was read before the right was taken is not changed after it', async () => {
    await turnOn(dana, { ...own, chatIds: [chats[0]] })
    whileReading(chats[0], () => change(dana, { role: 'moderator' }), false)
    await work()
    expect(await job()).toMatchObject({ phase: 'paused', pausedBecause: 'no-right' })
    expect(await links()).toEqual([true, true])
    expect(await saved()).toEqual([])
  })

  // The request that turns it on was let in before: what it stored does nothing.
  test.each([
    ['who was removed', { removed: 1 }, {}, 'removed'],
    ['who lost a chat', { chats: '[1]' }, {}, 'no-right'],
    ['who may no longer use modes', { role: 'host' as const }, {}, 'no-right'],
    ['who may no longer change settings, with own values', { role: 'moderator' as const }, own, 'no-right'],
  ])('nothing is changed in the name of someone %s meanwhile', async (_, changes, more, pausedBecause) => {
    await turnOn(dana, more)
    await team.query.updateTable('person').set(changes).where('id', '=', dana.id).execute()
    await work()
    expect(await job()).toMatchObject({ phase: 'paused', pausedBecause, done: 0 })
    expect(await links()).toEqual([true, true])
  })

  test('it is changed in the name of who has the rights', async () => {
    await turnOn(dana, own)
    await work()
    expect(await job()).toMatchObject({ phase: 'ended', counts: { done: 2 }, by: 'Dana' })
    expect(await links()).toEqual([false, false])
  })

  test('of someone who is removed it stays on where it is, and someone else goes on with it in their own name', async () => {
    const tom = await add('Tom', 'moderator')
    await turnOn(dana)
    let ended: unknown
    whileReading(chats[1], async () => {
      ended = await remove(dana)
    })
    await work()
    expect(ended).toEqual([])
    expect(await isOnIn()).toEqual(chats)
    expect(await job()).toMatchObject({ phase: 'paused', pausedBecause: 'removed', by: 'Dana' })
    expect(await links()).toEqual([false, true])

    expect((await resume(tom)).status).toBe(200)
    await work()
    expect(await job()).toMatchObject({ phase: 'ended', counts: { done: 2 }, by: 'Tom' })
    expect(await links()).toEqual([false, false])
    const { entries } = (await team.get(ines.cookie, 'auditList', { query: { action: 'chatUpdate' } })).data
    expect(Object.fromEntries(entries.map(({ chatId, who }) => [chatId, who.name]))).toEqual({ [chats[0]]: 'Dana', [chats[1]]: 'Tom' })
  })

  test('whoever goes on with it needs what its values need, and what is left of it is theirs', async () => {
    const tom = await add('Tom', 'moderator')
    const eve = await add('Eve', 'manager')
    await turnOn(dana, own)
    await remove(dana)
    await work()
    expect(await job()).toMatchObject({ phase: 'paused', pausedBecause: 'removed' })
    expect(await codeOf(await resume(tom))).toBe('not_found')
    whileReading(chats[1], () => remove(eve))
    expect((await resume(eve)).status).toBe(200)
    await work()
    expect(await job()).toMatchObject({ phase: 'paused', pausedBecause: 'removed', by: 'Eve' })
    expect(await links()).toEqual([false, true])
  })

  test('so does whoever tries again where it failed', async () => {
    const tom = await add('Tom', 'moderator')
    const eve = await add('Eve', 'manager')
    team.faults.answer = ({ method }) => (method === 'PUT' ? Response.json({ status: false, message: 'Not now' }, { status: 400 }) : null)
    await turnOn(dana, own)
    await work()
    const { changes, ...failed } = await job()
    expect(failed).toMatchObject({ phase: 'ended', counts: { done: 0, failed: 2 } })
    const again = { params: { jobId: 'on' }, body: { leave: [], send: { title: 'Again', doneTitle: 'Done', changes } } }
    expect(await codeOf(await team.ask(tom.cookie, 'jobDecide', again))).toBe('not_found')
    await team.get(eve.cookie, 'jobDecide', again)
    whileReading(chats[1], async () => {
      await remove(dana)
      await remove(eve)
    })
    await work()
    expect(await job()).toMatchObject({ phase: 'paused', pausedBecause: 'removed', by: 'Eve' })
    expect(await links()).toEqual([false, true])
    await resume(ines)
    await work()
    expect(await job()).toMatchObject({ phase: 'ended', counts: { done: 2, failed: 0 }, by: 'Ines' })
    expect(await links()).toEqual([false, false])
  })

  test('putting back needs the right too', async () => {
    await turnOn(dana)
    await work()
    await team.get(dana.cookie, 'presetEnd', { params: { onId: 'on', jobId: 'end' } })
    await change(dana, { role: 'host' })
    await work()
    expect(await job('end')).toMatchObject({ phase: 'paused', pausedBecause: 'no-right', by: 'Dana' })
    expect(await links()).toEqual([false, false])
    await resume(ines, 'end')
    await work()
    expect(await job('end')).toMatchObject({ phase: 'ended', counts: { done: 2 }, by: 'Ines' })
    expect(await links()).toEqual([true, true])
  })

  test.each(['the token is revoked', 'its creator is removed'])('what a scoped token turns on pauses when %s', async (how) => {
    const max = await team.joined({ name: 'Max', role: 'owner' })
    const draft = { label: 'Bot', role: 'moderator', chats, expiresInDays: 30 }
    const created = await team.askConfirmed(max, 'scopedTokenCreate', { body: draft })
    const { token, secret } = scopedTokens.scopedTokenCreate.response.parse(await created.json()).data
    const answer = await team.send(`${gatewayPaths.programWorkspace}/presets-on/on`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(stored()),
    })
    expect(answer.status).toBe(200)
    whileReading(chats[1], () =>
      how === 'the token is revoked' ? team.get(ines.cookie, 'scopedTokenRevoke', { params: { tokenId: token.id } }) : remove(max),
    )
    await work()
    expect(await job()).toMatchObject({ phase: 'paused', pausedBecause: 'removed', by: 'Bot' })
    expect(await links()).toEqual([false, true])
    await resume(dana)
    await work()
    expect(await job()).toMatchObject({ phase: 'ended', counts: { done: 2 }, by: 'Dana' })
    expect(await links()).toEqual([false, false])
  })
})
