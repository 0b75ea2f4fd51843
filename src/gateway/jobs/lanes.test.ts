import { afterEach, beforeEach, expect, test } from 'vitest'
import { onAnyEngine } from '#service/testing/databases.ts'
import { startPresets } from '../presets/test-presets.ts'

onAnyEngine('modes of an account beside its other jobs', (bench) => {
  let on: Awaited<ReturnType<typeof startPresets>>
  beforeEach(async () => {
    on = await startPresets(bench, ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
  })
  afterEach(() => on.close())

  test('however many wait, a deletion begins', async () => {
    for (const presetId of ['lockdown', 'event'])
      for (const chatId of on.chats)
        await on.get('presetTurnOn', { params: { onId: `${presetId}-${chatId}` }, body: { presetId, chatIds: [chatId], until: null } })
    const chatId = on.chats[0]!
    const ofDeletion = { kind: 'messages-delete', title: 'Deleting', doneTitle: 'Deleted', place: 'One', holdMs: 0, chatId }
    await on.get('jobStart', { params: { jobId: 'deletion' }, body: { ...ofDeletion, ids: [1], times: [1] } })
    let letGo = () => {}
    const gone = new Promise<void>((resolve) => (letGo = resolve))
    on.faults.answer = async ({ url }) => {
      if (!url.includes('/messages')) await gone
      return null
    }
    await on.jobRunner.tick()
    await on.jobRunner.tick()
    const deletion = async () => (await on.get('jobList')).find(({ id }) => id === 'deletion')?.phase
    await expect.poll(deletion).toBe('ended')
    letGo()
  })
})
