import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { startPresets, type TestPresets } from '../presets/test-presets.ts'

/** What the worker began, with the end of a preset at its time. */

onEveryEngine('jobs of the worker', (bench) => {
  let on: TestPresets
  beforeEach(async () => {
    on = await startPresets(bench, ['One', 'Two'])
    await on.allowStanding()
  })
  afterEach(() => on.close())

  const hour = 60 * 60_000
  const isSave = ({ method }: Request) => method === 'PUT'
  const jobs = async () => (await on.get('jobList')).filter(({ kind }) => kind === 'preset-end')
  const change = (to: string, jobId: string) => on.get('jobChange', { params: { jobId }, body: { to } })
  const links = async () => (await Promise.all(on.chats.map(on.read))).map(({ allowLinks }) => allowLinks)
  /** The time of a preset is over, and the service asks the worker to wait for an hour. Resolves to its job. */
  async function interruptEnd() {
    await on.turnOn('lockdown', on.chats, { until: on.clock.ms + hour })
    on.clock.ms += hour
    on.faults.answer = (request) =>
      isSave(request) ? Response.json({ status: false }, { status: 429, headers: { 'retry-after': '3600' } }) : null
    await on.work()
    on.faults.answer = () => null
    const [job] = await jobs()
    expect(job).toMatchObject({ phase: 'waiting', by: 'Roomkeeper' })
    return job!.id
  }
  const workAnHourLater = async () => {
    on.clock.ms += hour + 60_000
    await on.work()
  }

  test('one that was interrupted goes on by itself', async () => {
    await interruptEnd()
    await workAnHourLater()
    // Nobody has to know of what it has done.
    expect(await jobs()).toEqual([])
    expect(await links()).toEqual([true, true])
  })

  test('one that someone pauses waits, and goes on in the name of whoever resumes it', async () => {
    const id = await interruptEnd()
    await change('pause', id)
    await workAnHourLater()
    expect(await jobs()).toMatchObject([{ phase: 'paused' }])
    await change('resume', id)
    await on.carryOut()
    expect(await jobs()).toMatchObject([{ phase: 'ended', isOwn: true, counts: { done: 2 } }])
    expect(await links()).toEqual([true, true])
  })

  test('one that someone stops while it waits ends', async () => {
    const id = await interruptEnd()
    await change('stop', id)
    await on.carryOut()
    expect(await jobs()).toMatchObject([{ phase: 'ended', counts: { notTried: 2 } }])
    expect(await links()).toEqual([false, false])
  })

  test('so does one that was paused before', async () => {
    const id = await interruptEnd()
    await change('pause', id)
    await workAnHourLater()
    await change('stop', id)
    await workAnHourLater()
    await on.carryOut()
    expect(await jobs()).toMatchObject([{ phase: 'ended', counts: { notTried: 2 } }])
    expect(await links()).toEqual([false, false])
  })
  test('what a rule began pauses where its process was killed, and goes on in the name of whoever resumes it', async () => {
    await on.get('presetTurnOn', { params: { onId: 'mine' }, body: { presetId: 'lockdown', chatIds: on.chats, until: null } })
    const killed = { method: 'standing', phase: 'running', runner: 'worker', runner_until: 1 } as const
    await on.query.updateTable('job').set(killed).where('id', '=', 'mine').execute()
    on.clock.ms += 2 * hour
    await on.jobRunner.tick()
    expect(await on.get('jobList')).toMatchObject([{ phase: 'paused', pausedBecause: 'fault' }])
    await change('resume', 'mine')
    await on.carryOut()
    expect(await links()).toEqual([false, false])
  })

  test('one that someone pauses while it runs waits after the request that is under way', async () => {
    await on.turnOn('lockdown', on.chats, { until: on.clock.ms + hour })
    on.clock.ms += hour
    let asked = false
    on.faults.answer = async (request) => {
      if (!isSave(request) || asked) return null
      asked = true
      const [job] = await jobs()
      await change('pause', job!.id)
      return null
    }
    await on.work()
    expect(await jobs()).toMatchObject([{ phase: 'paused' }])
    const [job] = await jobs()
    await change('resume', job!.id)
    await on.carryOut()
    expect(await links()).toEqual([true, true])
  })
})
