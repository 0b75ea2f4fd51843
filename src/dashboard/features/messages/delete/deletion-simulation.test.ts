// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import { figure } from '../../../../test-figure.ts'
import { maxTries } from '#dashboard/platform/jobs/request-scheduler.ts'
import { seeded } from '#dashboard/platform/jobs/test-clock.ts'
import { deleteMessages, type DeletionReceipt } from './delete-messages.ts'
import type { StepState } from '#dashboard/platform/jobs/step-ledger.ts'
import { ascending, start } from './test-deletion.ts'

/**
 * Deleting 10,000 of 30,000 messages while a tenth of all requests goes wrong, while it is cut off again and again, and until it is stopped. A seed
 * tells which run it was. PROOF=1 makes four times as many runs of everything, and prints figures.
 */

const isProof = process.env['PROOF'] === '1'
const scale = isProof ? 4 : 1
vi.setConfig({ testTimeout: 60_000 * scale })
const proved = (...of: Parameters<typeof figure>) => isProof && figure(...of)
const seeds = (count: number) => Array.from({ length: count * scale }, (_, seed) => seed)

const all = 30_000
const some = 10_000
/** 400 deletes of 25, and 20,000 messages at 500 a page in four stretches that need not end with a full page. */
const leastRequests = some / 25 + (all - some) / 500 + 4

function world(seed: number, rate: number) {
  const random = seeded(seed)
  const chosen: number[] = []
  for (let id = 1; id <= all; id++) if (random() < (some - chosen.length) / (all + 1 - id)) chosen.push(id)
  return start({ chosen, count: all, random, newestFirst: random() < 0.5, rate })
}
type World = ReturnType<typeof world>

const never = new AbortController().signal

/** What the receipt says holds in the room, now and when all that is still on its way has arrived; nothing but what was chosen is touched. */
async function expectTruth({ room, chosen, way, clock }: World, receipt: DeletionReceipt) {
  const { deleted, notDeleted, unknown, notTried } = receipt
  const there = notDeleted.map(({ id }) => id)
  expect(ascending([...deleted, ...there, ...unknown, ...notTried])).toEqual(chosen)
  const meant = new Set(chosen)
  expect([...way.seen.sent.keys()].filter((id) => !meant.has(id))).toEqual([])
  const check = () => {
    expect(deleted.filter(room.has)).toEqual([])
    expect([...there, ...notTried].filter((id) => !room.has(id))).toEqual([])
    const left = new Set([...there, ...notTried, ...unknown.filter(room.has)])
    expect(room.ids().length).toBe(all - chosen.length + left.size)
  }
  check()
  await clock.until(clock.wait(60_000, never))
  check()
}

function expectPace({ seen }: World['way']) {
  expect(seen.mostInFlight).toBeLessThanOrEqual(4)
  expect(seen.tooEarly).toBe(0)
  expect(Math.max(...seen.tries.values())).toBeLessThanOrEqual(maxTries)
}

test('where nothing goes wrong it takes 400 requests, and those that read', async () => {
  const here = world(1, 0)
  const receipt = await here.run()
  expect(receipt.deleted.length).toBe(some)
  expect(here.way.seen).toMatchObject({ removals: 400, faults: 0, mostInFlight: 4 })
  expect(here.way.seen.reads).toBeLessThanOrEqual(leastRequests - 400)
  await expectTruth(here, receipt)
})

test('a tenth of all requests goes wrong: all are gone, with at most 500 requests', async () => {
  const requests: number[] = []
  const most = { inFlight: 0, tries: 0, extraForAFault: 0 }
  for (const seed of seeds(50)) {
    const here = world(seed, 0.1)
    const receipt = await here.run()
    const { seen } = here.way
    expect(receipt.deleted.length, `seed ${seed}`).toBe(some)
    await expectTruth(here, receipt)
    expectPace(here.way)
    const all = seen.removals + seen.reads
    expect(all, `seed ${seed}`).toBeLessThanOrEqual(500)
    expect(all - leastRequests, `seed ${seed}`).toBeLessThanOrEqual(seen.faults * 1.1)
    requests.push(all)
    most.inFlight = Math.max(most.inFlight, seen.mostInFlight)
    most.tries = Math.max(most.tries, ...seen.tries.values())
    most.extraForAFault = Math.max(most.extraForAFault, (all - leastRequests) / seen.faults)
  }
  const mean = requests.reduce((sum, one) => sum + one, 0) / requests.length
  proved(
    'R3',
    true,
    `${requests.length} seeds: exact set each time, mean ${Math.round(mean)}, worst ${Math.max(...requests)} requests of 500, 0 false reports, 0 unchosen ids sent`,
  )
  proved(
    'R6',
    true,
    `${requests.length} seeds: at most ${most.inFlight} in flight, ${most.tries} tries an id, ${most.extraForAFault.toFixed(2)} requests more for each fault, 0 before the end of Retry-After`,
  )
})

test.each([0.3, 0.6])('%d of all requests go wrong: what is reported is true', async (rate) => {
  for (const seed of seeds(6)) {
    const here = world(seed, rate)
    const receipt = await here.run()
    expect(receipt.notTried, `seed ${seed}`).toEqual([])
    await expectTruth(here, receipt)
    expectPace(here.way)
  }
})

describe('messages that cannot be deleted', () => {
  const refusing = ({ room }: World, bad: Set<number>, does: 'nothing' | 'the others') => {
    const { remove } = room.service
    room.service.remove = (ids) => {
      if (does === 'the others') remove(ids.filter((id) => !bad.has(id)))
      if (ids.some((id) => bad.has(id))) throw new Failure('refused', { serviceMessage: 'It is pinned.' })
      remove(ids)
    }
  }
  const anyOf = ({ chosen, random }: World, count: number) =>
    new Set(Array.from({ length: count }, () => chosen[Math.floor(random() * chosen.length)]!))

  test('each is found with at most 12 more requests', async () => {
    const extra: number[] = []
    for (const seed of seeds(6)) {
      const here = world(seed, 0)
      const bad = anyOf(here, 20)
      refusing(here, bad, 'nothing')
      const receipt = await here.run()
      const { removals, reads } = here.way.seen
      extra.push((removals + reads - leastRequests) / bad.size)
      expect(receipt.notDeleted.toSorted((a, b) => a.id - b.id)).toEqual(ascending([...bad]).map((id) => ({ id, reason: 'It is pinned.' })))
      expect(receipt.deleted.length).toBe(some - bad.size)
      expect(extra.at(-1), `seed ${seed}`).toBeLessThanOrEqual(12)
      await expectTruth(here, receipt)
    }
    proved('R4', true, `20 among 10,000, ${extra.length} seeds: all found, at most ${Math.max(...extra).toFixed(1)} requests more for each`)
  })

  test.each(['nothing', 'the others'] as const)('the service does %s where it refuses, and a tenth goes wrong', async (does) => {
    for (const seed of seeds(6)) {
      const here = world(seed, 0.1)
      const bad = anyOf(here, 20)
      refusing(here, bad, does)
      const receipt = await here.run()
      const there = new Set(receipt.notDeleted.map(({ id }) => id))
      expect([...bad].filter((id) => !there.has(id))).toEqual([])
      // Another one is left only where bad luck took all its tries.
      expect([...there].filter((id) => !bad.has(id) && here.way.seen.tries.get(id) !== maxTries)).toEqual([])
      expect(receipt.deleted.length).toBe(some - there.size)
      await expectTruth(here, receipt)
      expectPace(here.way)
    }
  })

  test('a service that refuses ids which are gone is understood, though somebody else deletes too', async () => {
    for (const seed of seeds(6)) {
      const here = world(seed, 0.1)
      const { room, clock } = here
      const { remove } = room.service
      room.service.remove = (ids) => {
        if (!ids.every(room.has)) throw new Failure('refused', { serviceMessage: 'There is no such message.' })
        remove(ids)
      }
      for (const id of anyOf(here, 20)) clock.after(here.random() * 20_000, () => remove([id]))
      const receipt = await here.run()
      expect(receipt.deleted.length).toBe(some)
      await expectTruth(here, receipt)
    }
  })
})

describe('cut off and taken up again', () => {
  const cuts = ['closed', 'paused', 'signed out', 'offline'] as const
  let made: (typeof cuts)[number][] = []

  /** Runs from what was saved last until a receipt comes, with up to three cuts at random moments. */
  async function runWithCuts(here: World) {
    const { clock, random, way, deletion } = here
    let kept: StepState | undefined
    for (let left = 1 + Math.floor(random() * 3); ; left--) {
      const connection = way.connect()
      let isOver = false
      let isPaused = false
      const work = deleteMessages({
        ...deletion,
        state: kept,
        save: async (state) => {
          await clock.wait(random() * 20, never)
          if (!isOver) kept = state
        },
        port: connection.port,
        control: {
          signal: never,
          pausePoint: () => (isPaused ? Promise.reject(new Error('paused')) : Promise.resolve()),
        },
      }).then(
        (receipt) => receipt,
        (error: unknown) => error as Error,
      )
      const cut = cuts[Math.floor(random() * cuts.length)]!
      const cutOff = new Promise<null>((resolve) => {
        if (left > 0)
          clock.after(random() * 20_000, () => {
            if (isOver) return
            made.push(cut)
            if (cut === 'closed') resolve(null)
            else if (cut === 'paused') isPaused = true
            else way.trouble = () => new Failure(cut === 'offline' ? 'unreachable' : 'signed-out')
          })
      })
      const end = await clock.until(Promise.race([work, cutOff]))
      isOver = true
      connection.cut()
      way.trouble = () => null
      if (end && !(end instanceof Error)) return end
      // What broke it off is what was meant to.
      expect(end === null || end.message === 'paused' || (end instanceof Failure && ['signed-out', 'unreachable'].includes(end.kind))).toBe(
        true,
      )
    }
  }

  test('20 runs end as if nothing had been', async () => {
    made = []
    for (const seed of seeds(20)) {
      const here = world(seed, 0.1)
      const receipt = await runWithCuts(here)
      expect(receipt.deleted.length, `seed ${seed}`).toBe(some)
      await expectTruth(here, receipt)
    }
    const kinds = cuts.map((kind) => `${made.filter((one) => one === kind).length} ${kind}`)
    expect(kinds.every((words) => !words.startsWith('0 '))).toBe(true)
    proved('R5', true, `${seeds(20).length} of ${seeds(20).length} runs with random cuts (${kinds.join(', ')}) end as R3`)
  })
})

test('stopped at any moment: nothing is deleted from then on, and the receipt is true', async () => {
  for (const seed of seeds(12)) {
    const here = world(seed, 0.1)
    const { clock, random, way, stop } = here
    let removals = 0
    clock.after(random() * 15_000, () => {
      removals = way.seen.removals
      stop.abort()
    })
    const receipt = await here.run()
    expect(way.seen.removals).toBe(removals)
    await expectTruth(here, receipt)
    expectPace(here.way)
  }
  proved('R5', true, `${seeds(12).length} stops at random moments: 0 deletes sent after`)
})
