import { describe, expect, test } from 'vitest'
import { createClock, seeded } from '#engine/jobs/test-clock.ts'
import { only, type IpRange, difference } from './range.ts'
import { ban, unban, planUnbanPart } from './steps.ts'
import { planTidy } from './tidy.ts'
import { Failure } from '#contract/client.ts'
import { changeBans } from './change-bans.ts'
import type { ChatPlan } from './plan.ts'
import { createBanService, createConnection, type BanService } from './test-ban-service.ts'

const range = (first: number, last: number): IpRange => ({ first, last })
const planOf = (steps: ChatPlan['steps'], more: Partial<ChatPlan> = {}): ChatPlan => ({
  chatId: 1,
  chatName: 'Hall',
  steps,
  mayUnban: [],
  ...more,
})

const never = new AbortController().signal

async function run(service: BanService, plans: ChatPlan[], signal: AbortSignal = never) {
  const clock = createClock()
  const random = seeded(1)
  const network = createConnection(service, { clock, random })
  const receipts = await clock.until(
    changeBans({
      plans,
      port: network.connect().port,
      control: { signal, pausePoint: () => Promise.resolve() },
      patienceMs: 10_000,
      onProgress: () => {},
      wait: clock.wait,
      random,
    }),
  )
  return { receipts, ...network.seen }
}

describe('changing a list', () => {
  test('bans and unbans, and reads back', async () => {
    const service = createBanService(new Map([[1, [range(1, 9)]]]))
    const { receipts } = await run(service, [planOf([ban(range(20, 29)), unban(range(1, 9))], { mayUnban: [range(1, 9)] })])
    expect(service.list(1)).toEqual([range(20, 29)])
    expect(receipts).toEqual([{ chatId: 1, chatName: 'Hall', done: 2, unfinished: [], rolledBack: null }])
  })

  test('a very wide ban is sent once: without an answer it is looked up, and not sent again', async () => {
    for (const arrives of [true, false]) {
      const service = createBanService(new Map([[1, []]]))
      const keep = service.ban
      service.ban = (chatId, wide) => {
        if (arrives) keep(chatId, wide)
        throw new Failure('unreachable')
      }
      const { receipts, changes } = await run(service, [planOf([ban(range(0, 65_536))], { wideOnce: true })])
      expect(changes).toBe(1)
      expect(receipts[0]?.unfinished.map(({ outcome }) => outcome)).toEqual(arrives ? [] : ['unconfirmed'])
    }
  })

  test('steps that are already in effect are not sent', async () => {
    const service = createBanService(new Map([[1, [range(1, 9)]]]))
    const { receipts, changes } = await run(service, [planOf([ban(range(1, 9)), unban(range(3, 4))])])
    expect(receipts[0]?.done).toBe(2)
    expect(changes).toBe(0)
  })

  test('a refusal is in the receipt with the service’s words, after three tries', async () => {
    const service = createBanService(new Map([[1, []]]))
    let tries = 0
    service.ban = () => {
      tries++
      throw new Failure('refused', { serviceMessage: 'The list is full.' })
    }
    const { receipts } = await run(service, [planOf([ban(only(5))])])
    expect(receipts[0]?.unfinished).toEqual([{ step: ban(only(5)), outcome: 'refused', reason: 'The list is full.' }])
    expect(tries).toBe(3)
  })

  test('a service that refuses everything is not sent thousands of requests', async () => {
    const service = createBanService(new Map([[1, []]]))
    service.ban = () => {
      throw new Failure('refused', { serviceMessage: 'The list is full.' })
    }
    const { receipts, changes } = await run(service, [planOf(Array.from({ length: 2000 }, (_, at) => ban(only(at * 2))))])
    expect(changes).toBeLessThan(60)
    expect(receipts[0]?.unfinished).toHaveLength(2000)
  })

  test('a range is not unbanned if other addresses would be unbanned with it', async () => {
    const service = createBanService(new Map([[1, [range(1, 9), range(1, 5)]]]))
    const { receipts } = await run(service, [planOf([unban(range(1, 9)), unban(range(1, 5))])])
    expect(service.list(1)).toEqual([range(1, 9)])
    expect(receipts[0]?.unfinished).toEqual([{ step: unban(range(1, 9)), outcome: 'unsafe', reason: '' }])
  })

  test('a deleted chat does not stop the bans of the others', async () => {
    const service = createBanService(new Map([[2, []]]))
    const { receipts } = await run(service, [planOf([ban(only(5))]), { ...planOf([ban(only(5))]), chatId: 2 }])
    expect(receipts.map(({ done, unfinished }) => [done, unfinished[0]?.reason])).toEqual([
      [0, 'There is no such chat.'],
      [1, undefined],
    ])
  })

  test('stopped before it starts, it reports that nothing was tried', async () => {
    const service = createBanService(new Map([[1, []]]))
    const { receipts, changes } = await run(service, [planOf([ban(only(5))])], AbortSignal.abort())
    expect(receipts[0]?.unfinished[0]?.outcome).toBe('notTried')
    expect(changes).toBe(0)
  })

  test('twelve copies on a service that unbans one at a time', async () => {
    const copies = Array.from({ length: 12 }, () => range(1, 9))
    const service = createBanService(new Map([[1, copies]]), 'keeps copies, unbans one')
    await run(service, [planOf(copies.map(unban), { mayUnban: [range(1, 9)] })])
    expect(service.list(1)).toEqual([])
  })
})

describe('unbanning part of a range', () => {
  const target = only(100)

  test('refused parts are rolled back: the list is unchanged', async () => {
    const service = createBanService(new Map([[1, [range(50, 150)]]]))
    const { ban: usual } = service
    service.ban = (chatId, wanted) => {
      if (wanted.first > 100) throw new Failure('refused', { serviceMessage: 'No more.' })
      usual(chatId, wanted)
    }
    const plan = planOf(planUnbanPart(service.list(1), target), { mayUnban: [target], rollsBack: true })
    const { receipts } = await run(service, [plan])
    expect(service.list(1)).toEqual([range(50, 150)])
    expect(receipts[0]?.rolledBack).toBe(true)
  })

  test('the service unbans nothing: the parts are removed again', async () => {
    const service = createBanService(new Map([[1, [range(50, 150)]]]))
    const { unban: usual } = service
    service.unban = (chatId, wanted) => {
      if (wanted.first === 50 && wanted.last === 150) throw new Failure('refused')
      usual(chatId, wanted)
    }
    const { receipts } = await run(service, [planOf(planUnbanPart(service.list(1), target), { mayUnban: [target], rollsBack: true })])
    expect(service.list(1)).toEqual([range(50, 150)])
    expect(receipts[0]).toMatchObject({ rolledBack: true, unfinished: [{ outcome: 'refused' }] })
  })

  test('where it cannot be rolled back either, what is left to do completes it later', async () => {
    const service = createBanService(new Map([[1, [range(50, 150)]]]))
    const { unban: usual } = service
    service.unban = (chatId, wanted) => {
      if (wanted.last === 150) throw new Failure('refused')
      usual(chatId, wanted)
    }
    const plan = planOf(planUnbanPart(service.list(1), target), { mayUnban: [target], rollsBack: true })
    const { receipts } = await run(service, [plan])
    expect(service.list(1)).toEqual([range(50, 150), range(101, 150)])
    const left = receipts[0]!.unfinished.map(({ step }) => step)
    expect(receipts[0]).toMatchObject({ done: 1, rolledBack: false })
    expect(left).toEqual([unban(range(50, 150)), ban(range(50, 99))])
    service.unban = usual
    await run(service, [{ ...plan, steps: left }])
    expect(service.list(1)).toEqual([range(50, 99), range(101, 150)])
  })
})

test('tidying on a service that refuses overlaps changes nothing, and reports it', async () => {
  const messy = [range(1, 9), range(10, 19)]
  const service = createBanService(new Map([[1, messy]]), 'refuses overlaps')
  const { receipts } = await run(service, [planOf(planTidy(messy, { mergeAdjacent: true, mergeOverlapping: true }).steps)])
  expect(difference(messy, service.list(1))).toEqual([])
  expect(receipts[0]?.unfinished.map(({ outcome }) => outcome)).toEqual(['refused', 'unsafe', 'unsafe'])
})
