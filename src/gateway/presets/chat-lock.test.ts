import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { startGateway } from '../testing/gateway.ts'
import { withChatLock } from './chat-lock.ts'

onEveryEngine('the lock of a chat', (bench) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeEach(async () => {
    gateway = await startGateway({}, 'url' in bench.place ? bench.place : undefined)
  })
  afterEach(() => gateway.close())

  test('whoever waits for too long is told so, and what holds it goes on', async () => {
    const options = {
      workspace: '7@test',
      query: gateway.query,
      // One connection for two parts; the type of a database names the tables of one part.
      transaction: gateway.database.transaction as unknown as Parameters<typeof withChatLock>[0]['transaction'],
      leaseNow: () => sql<number>`cast(${gateway.clock.ms} as bigint)`,
      maxWaitMs: 0,
    }
    const held = await withChatLock(options, 3, async () => {
      await expect(withChatLock(options, 3, async () => 'second')).rejects.toMatchObject({
        kind: 'refused',
        hadNoEffect: true,
        reason: 'The settings of this chat are being changed by something else. Try again.',
      })
      return withChatLock(options, 4, async () => 'other chat')
    })
    expect(held).toBe('other chat')
    expect(await withChatLock(options, 3, async () => 'later')).toBe('later')
  })
})
