import { beforeAll, expect, test, vi } from 'vitest'
import { onAnyEngine } from '../testing/databases.ts'
import { ensureDemoAccount } from './demo-account.ts'
import { startLiveWave } from './live-wave.ts'

const start = Date.UTC(2026, 10, 14, 14, 31, 42)
const minute = 60_000

onAnyEngine('the wave of the demo', (bench) => {
  let accountId = 0
  beforeAll(async () => {
    accountId = (await ensureDemoAccount(bench.database, { now: start }))?.accountId ?? 0
  })

  const since = (seconds: number) =>
    bench.database.query
      .selectFrom('message')
      .innerJoin('chat', 'chat.id', 'message.chat_id')
      .where('message.time', '>=', seconds)
      .select(['message.id', 'message.time', 'message.user_name', 'chat.last_message_id'])
      .orderBy('message.id')
      .execute()

  test('is posted by several authors, one message after the other, each at its time', async () => {
    // The clock stands at the start while the times are planned, and is far ahead afterwards.
    const times = [start]
    const nowMs = () => times.shift() ?? start + 10 * minute
    startLiveWave(bench.database, accountId, nowMs, (error) => expect.fail(String(error)))
    await expect.poll(() => since(start / 1000 + 600)).toHaveLength(33)
    const posted = await since(start / 1000 + 600)
    expect(new Set(posted.map(({ user_name: name }) => name)).size).toBe(5)
    expect(posted.map(({ id }) => id)).toEqual(posted.map((_, index) => (posted[0]?.id ?? 0) + index))
    expect(posted.at(-1)?.last_message_id).toBe(posted.at(-1)?.id)
  })

  test('waits for its time, and is ended with the product', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const end = startLiveWave(
        bench.database,
        accountId,
        () => start,
        (error) => expect.fail(String(error)),
      )
      expect(vi.getTimerCount()).toBe(1)
      end()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
