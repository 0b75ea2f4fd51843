import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { startPresets, type TestPresets } from './test-presets.ts'

/** Two presets of a chat, one on the other, that end in the same moment: one of them by its time, so that neither waits for the other's job. */

onEveryEngine('presets that end at once', (bench) => {
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
})
