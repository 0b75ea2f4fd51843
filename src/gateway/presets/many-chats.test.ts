import { expect, test } from 'vitest'
import type { Wait } from '#engine/jobs/request-scheduler.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import type { GatewayOptions } from '../gateway-options.ts'
import { startPresets } from './test-presets.ts'

onAnyEngine('a mode in many chats', (bench) => {
  async function start(options: Partial<GatewayOptions> = {}) {
    const on = await startPresets(bench, [], options)
    await on.database.query.updateTable('account').set({ plan_rooms: 24 }).execute()
    const chats: number[] = []
    for (let index = 1; index <= 24; index++) chats.push(await on.createChat(`Hall ${index}`))
    return { ...on, chats }
  }

  test('what it would change is read at once, and is what the chats say one by one', async () => {
    const on = await start()
    await on.change(on.chats[3]!, { allowLinks: false })
    const preview = async (chatIds: number[]) => (await on.get('presetPreview', { body: { presetId: 'lockdown', chatIds } })).chats
    const sent: string[] = []
    on.faults.answer = ({ url }) => {
      sent.push(new URL(url).pathname)
      return null
    }
    const together = await preview(on.chats)
    expect(sent.filter((path) => path.endsWith('/chats'))).toHaveLength(1)
    expect(sent.filter((path) => /\/chats\/\d+$/.test(path))).toEqual([])
    expect(together).toEqual([...(await preview(on.chats.slice(0, 12))), ...(await preview(on.chats.slice(12)))])
    expect((await preview([...on.chats, 9999])).at(-1)).toMatchObject({ chatId: 9999, isGone: true })
    await on.close()
  })

  test('turning it on leaves the people of the account room within what the service allows', async () => {
    const waits: number[] = []
    const wait: Wait = async (ms) => void waits.push(ms)
    const on = await start({ serviceLimit: 30, monotonicMs: () => 0, wait })
    await on.turnOn('lockdown', on.chats)
    // A chat is read, written and read again: half of what the service allows in a minute, then as much in each of the next.
    expect(waits.filter((ms) => ms > 0)).toHaveLength(3 * on.chats.length + 1 - 15)
    expect(Math.max(...waits)).toBe(4 * 60_000)
    await on.close()
  })
})
