import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '#db/open.ts'
import { Refusal } from '#http/refusal.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { migrateGatewayTables, type GatewayTables } from '../database/database.ts'
import { createDeletionLimit, type DeletionLimit } from './deletion-limit.ts'

onEveryEngine('the limit of deletions', (bench) => {
  let clock: number
  /** Two gateways; on PostgreSQL each with a connection of its own. */
  let gateways: [DeletionLimit, DeletionLimit]
  let second: Database<GatewayTables> | undefined
  beforeAll(async () => {
    // One connection for two parts with their own tables; the type of a query names the tables of one part.
    const first = bench.database as unknown as Database<GatewayTables>
    await migrateGatewayTables(first.query)
    if ('url' in bench.place) second = openDatabase<GatewayTables>(bench.place)
    clock = 100_000
    gateways = [createDeletionLimit(first, () => clock), createDeletionLimit(second ?? first, () => clock)]
  })
  afterAll(() => second?.close())

  const isTaken = (taking: Promise<unknown>) =>
    taking.then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'limit_reached') return false
        throw error
      },
    )

  it('is exact for 50 requests at the same time at two gateways', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, (_, index) => isTaken(gateways[index % 2]!.take('ada', 500, 25))))
    expect(taken.filter(Boolean)).toHaveLength(20)
    expect(await gateways[1].left('ada', 500)).toEqual({ limit: 500, left: 0, fullAt: clock + 3600 })
  })

  it('takes all or nothing, and says what is left', async () => {
    await gateways[0].take('ben', 30, 20)
    await expect(gateways[0].take('ben', 30, 11)).rejects.toMatchObject({ data: { limit: 30, left: 10, fullAt: clock + 3600 } })
    expect(await isTaken(gateways[0].take('ben', 30, 10))).toBe(true)
    expect(await isTaken(gateways[0].take('cleo', 30, 30))).toBe(true)
  })

  it('is that of any hour: what was taken counts for an hour, to the second', async () => {
    await gateways[0].take('dan', 10, 4)
    clock += 1800
    await gateways[0].take('dan', 10, 6)
    clock += 1799
    expect(await gateways[0].left('dan', 10)).toEqual({ limit: 10, left: 0, fullAt: clock + 1801 })
    clock += 1
    expect(await gateways[0].left('dan', 10)).toEqual({ limit: 10, left: 4, fullAt: clock + 1800 })
    clock += 1800
    expect(await gateways[0].left('dan', 10)).toEqual({ limit: 10, left: 10, fullAt: null })
  })

  it('gets back what was not deleted, once', async () => {
    const giveBack = await gateways[0].take('eve', 10, 7)
    await gateways[1].take('eve', 10, 2)
    await Promise.all([giveBack(), giveBack()])
    expect((await gateways[0].left('eve', 10)).left).toBe(8)
  })

  it('that an Owner lowers below what was taken leaves nothing', async () => {
    await gateways[0].take('fay', 10, 8)
    expect((await gateways[0].left('fay', 5)).left).toBe(0)
    expect(await isTaken(gateways[0].take('fay', 0, 1))).toBe(false)
  })
})
