import { afterEach, beforeEach, expect, test } from 'vitest'
import { onAnyEngine } from '#service/testing/databases.ts'
import { startedByWorker } from '../jobs/start-job.ts'
import { startEnding } from './start.ts'
import { startPresets, type TestPresets } from './test-presets.ts'

/** Two presets of a chat, one on the other, that end in the same moment: one of them by its time, so that neither waits for the other's job. */

onAnyEngine('modes that end at once', (bench) => {
  let on: TestPresets
  let chatId: number
  beforeEach(async () => {
    on = await startPresets(bench, ['One'])
    await on.allowStanding()
    ;[chatId] = on.chats as [number]
  })
  afterEach(() => on.close())

  const hour = 60 * 60_000

  test.each([
    ['what the upper one only found there', { allowLinks: false, upload: false }],
    ['what the upper one set as well', { allowLinks: true, upload: false }],
  ])('%s is put back', async (_, upper) => {
    const before = await on.read(chatId)
    // It puts one value back itself, for which it reads the chat.
    await on.turnOn('lockdown', [chatId], { values: { allowLinks: false, privateChat: false }, until: on.clock.ms + hour }, 'lower')
    await on.turnOn('event', [chatId], { values: upper }, 'upper')
    on.clock.ms += hour
    // The upper one is ended while the end of the lower one reads the chat.
    let isEnded = false
    on.faults.answer = async ({ method, url }) => {
      if (isEnded || method !== 'GET' || !url.endsWith(`/chats/${chatId}`)) return null
      isEnded = true
      await on.get('presetEnd', { params: { onId: 'upper', jobId: 'end-of-upper' }, body: {} })
      await on.jobRunner.tick()
      const job = on.query.selectFrom('job').select('input').where('id', '=', 'end-of-upper')
      const hasBegun = async () => !(await job.executeTakeFirstOrThrow()).input.includes('"changes":null')
      await expect.poll(hasBegun).toBe(true)
      return null
    }
    await on.work()
    await on.carryOut()
    expect(isEnded).toBe(true)
    expect(await on.query.selectFrom('preset_layer').selectAll().where('chat_id', '=', chatId).execute()).toEqual([])
    expect(await on.read(chatId)).toEqual(before)
  })

  /** Begins to turn Lockdown on, and holds it at its first write until `release`. */
  async function heldWhileTurningOn(chats: readonly number[]) {
    let [release, reached] = [() => {}, () => {}]
    const held = new Promise<void>((resolve) => (release = resolve))
    const begun = new Promise<void>((resolve) => (reached = resolve))
    on.faults.answer = async ({ method, url }) => {
      if (method !== 'PUT' || !url.endsWith(`/chats/${chats[0]}`)) return null
      reached()
      await held
      return null
    }
    await on.get('presetTurnOn', { params: { onId: 'mine' }, body: { presetId: 'lockdown', chatIds: chats, until: null } })
    await on.jobRunner.tick()
    await begun
    return release
  }

  test('who ends a mode in one chat while it is turned on stops it nowhere else', async () => {
    const chats = [chatId, await on.createChat('Other'), await on.createChat('Third')]
    const release = await heldWhileTurningOn(chats)
    expect(await on.list()).toMatchObject([{ progress: 'underWay' }])
    await on.get('presetEnd', { params: { onId: 'mine', jobId: 'partly' }, body: { chatIds: [chats[1]] } })
    release()
    await on.carryOut()
    expect((await Promise.all(chats.map(on.read))).map(({ allowLinks }) => allowLinks)).toEqual([false, true, false])
    expect(await on.list()).toMatchObject([{ progress: 'whole', chats: [{ chatId: chats[0] }, { chatId: chats[2] }] }])
  })

  test('a mode that is ended while it is turned on is put back, and asks nobody to send the rest', async () => {
    const chats = [chatId, ...(await Promise.all(Array.from({ length: 9 }, (_, index) => on.createChat(`Chat ${index}`))))]
    const before = await Promise.all(chats.map(on.read))
    const release = await heldWhileTurningOn(chats)
    await on.get('presetEnd', { params: { onId: 'mine', jobId: 'end' }, body: {} })
    release()
    await on.carryOut()
    expect(await Promise.all(chats.map(on.read))).toEqual(before)
    // Both may have begun in the same millisecond.
    const jobs = (await on.get('jobList')).toSorted((one, other) => other.id.localeCompare(one.id))
    expect(jobs).toMatchObject([
      { id: 'mine', phase: 'ended', counts: { notTried: 0, failed: 0, decide: 0 } },
      { id: 'end', phase: 'ended', counts: { notTried: 0, failed: 0, decide: 0 } },
    ])
    expect(await on.query.selectFrom('preset_layer').selectAll().where('chat_id', 'in', chats).execute()).toEqual([])
  })

  test('a mode that is extended while its time runs out stays on', async () => {
    const { id } = (await on.turnOn('lockdown', [chatId], { until: on.clock.ms + 60_000 })).on!
    on.clock.ms += 60_000
    const until = on.clock.ms + 60_000
    const isEnded = await startEnding(
      { database: on.database as never, notify: on.notify, nowMs: () => on.clock.ms },
      {
        workspace: (await on.workspaceOf()).workspace,
        onId: id,
        jobId: 'end',
        isIncluded: () => true,
        due: (await on.get('presetExtend', { params: { onId: id }, body: { until } })).until! - 60_000,
        startedBy: startedByWorker(on.accountId),
        by: 'Roomkeeper',
        actingPerson: null,
      },
    )
    expect([isEnded, (await on.list()).length]).toEqual([false, 1])
  })
})
