import { describe, expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import { figure } from '../../../test-figure.ts'
import { isProof, runs } from '../../../test-runs.ts'
import { maxTries } from '../request-scheduler.ts'
import { seeded } from '../test-clock.ts'
import { deleteMessages, type DeletionReceipt } from './delete-messages.ts'
import type { StepState } from '../step-ledger.ts'
import { ascending, start } from './test-deletion.ts'

/**
 * Deletes 10,000 of 30,000 messages while a tenth of all requests fails, with interruptions, and until it is stopped. A seed identifies a run.
 * PROOF=1 makes eight times as many runs, and prints figures.
 */

vi.setConfig({ testTimeout: isProof ? 240_000 : 60_000 })
const proved = (...of: Parameters<typeof figure>) => isProof && figure(...of)
const seeds = (count: number) => Array.from({ length: runs(count, 8) }, (_, seed) => seed)

const all = 30_000
const some = 10_000
/** 400 deletes of 25, and 20,000 messages at 500 a page in four segments whose last page may be partial. */
const minRequests = some / 25 + (all - some) / 500 + 4

function world(seed: number, rate: number) {
  const random = seeded(seed)
  const chosen: number[] = []
  for (let id = 1; id <= all; id++) if (random() < (some - chosen.length) / (all + 1 - id)) chosen.push(id)
  return start({ chosen, count: all, random, newestFirst: random() < 0.5, rate })
}
type World = ReturnType<typeof world>

const never = new AbortController().signal

/** The receipt matches the chat, now and after all delayed requests have arrived, and only chosen messages are deleted. */
async function expectTruth({ chat, chosen, network, clock }: World, receipt: DeletionReceipt) {
  const { deleted, notDeleted, unknown, notTried } = receipt
  const there = notDeleted.map(({ id }) => id)
  expect(ascending([...deleted, ...there, ...unknown, ...notTried])).toEqual(chosen)
  const meant = new Set(chosen)
  expect([...network.seen.sent.keys()].filter((id) => !meant.has(id))).toEqual([])
  const check = () => {
    expect(deleted.filter(chat.has)).toEqual([])
    expect([...there, ...notTried].filter((id) => !chat.has(id))).toEqual([])
    const left = new Set([...there, ...notTried, ...unknown.filter(chat.has)])
    expect(chat.ids().length).toBe(all - chosen.length + left.size)
  }
  check()
  await clock.until(clock.wait(60_000, never))
  check()
}

function expectPace({ seen }: World['network']) {
  expect(seen.mostInFlight).toBeLessThanOrEqual(4)
  expect(seen.tooEarly).toBe(0)
  expect(Math.max(...seen.tries.values())).toBeLessThanOrEqual(maxTries)
}

test('without faults it takes 400 deletes, and the reads', async () => {
  const here = world(1, 0)
  const receipt = await here.run()
  expect(receipt.deleted.length).toBe(some)
  expect(here.network.seen).toMatchObject({ removals: 400, faults: 0, mostInFlight: 4 })
  expect(here.network.seen.reads).toBeLessThanOrEqual(minRequests - 400)
  await expectTruth(here, receipt)
})

test('a tenth of all requests fails: all messages are deleted, with at most 500 requests', async () => {
  const requests: number[] = []
  const most = { inFlight: 0, tries: 0, extraForAFault: 0 }
  for (const seed of seeds(200)) {
    const here = world(seed, 0.1)
    const receipt = await here.run()
    const { seen } = here.network
    expect(receipt.deleted.length, `seed ${seed}`).toBe(some)
    await expectTruth(here, receipt)
    expectPace(here.network)
    const all = seen.removals + seen.reads
    expect(all - minRequests, `seed ${seed}`).toBeLessThanOrEqual(seen.faults * 1.1)
    requests.push(all)
    most.inFlight = Math.max(most.inFlight, seen.mostInFlight)
    most.tries = Math.max(most.tries, ...seen.tries.values())
    most.extraForAFault = Math.max(most.extraForAFault, (all - minRequests) / seen.faults)
  }
  const mean = requests.reduce((sum, one) => sum + one, 0) / requests.length
  const over = requests.filter((count) => count > 500)
  proved(
    'R3',
    over.length === 0,
    `${requests.length} seeds: exact set each time, mean ${Math.round(mean)}, worst ${Math.max(...requests)} requests, ${over.length} times more than 500, 0 false reports, 0 unchosen ids sent`,
  )
  proved(
    'R6',
    true,
    `${requests.length} seeds: at most ${most.inFlight} in flight, ${most.tries} tries an id, ${most.extraForAFault.toFixed(2)} requests more for each fault, 0 before the end of Retry-After`,
  )
  // After the figures, so that they are printed in any case.
  expect(over).toEqual([])
})

test.each([0.3, 0.6])('%d of all requests fail: the receipt is true', async (rate) => {
  for (const seed of seeds(24)) {
    const here = world(seed, rate)
    const receipt = await here.run()
    expect(receipt.notTried, `seed ${seed}`).toEqual([])
    await expectTruth(here, receipt)
    expectPace(here.network)
  }
})

describe('messages that cannot be deleted', () => {
  const refusing = ({ chat }: World, bad: Set<number>, does: 'nothing' | 'the others') => {
    const { remove } = chat.service
    chat.service.remove = (ids) => {
      if (does === 'the others') remove(ids.filter((id) => !bad.has(id)))
      if (ids.some((id) => bad.has(id))) throw new Failure('refused', { serviceMessage: 'It is pinned.' })
      remove(ids)
    }
  }
  const anyOf = ({ chosen, random }: World, count: number) =>
    new Set(Array.from({ length: count }, () => chosen[Math.floor(random() * chosen.length)]!))

  test('each is found with at most 12 more requests', async () => {
    const extra: number[] = []
    for (const seed of seeds(24)) {
      const here = world(seed, 0)
      const bad = anyOf(here, 20)
      refusing(here, bad, 'nothing')
      const receipt = await here.run()
      const { removals, reads } = here.network.seen
      extra.push((removals + reads - minRequests) / bad.size)
      expect(receipt.notDeleted.toSorted((a, b) => a.id - b.id)).toEqual(ascending([...bad]).map((id) => ({ id, reason: 'It is pinned.' })))
      expect(receipt.deleted.length).toBe(some - bad.size)
      expect(extra.at(-1), `seed ${seed}`).toBeLessThanOrEqual(12)
      await expectTruth(here, receipt)
    }
    proved('R4', true, `20 among 10,000, ${extra.length} seeds: all found, at most ${Math.max(...extra).toFixed(1)} requests more for each`)
  })

  test.each(['nothing', 'the others'] as const)('a refusing service deletes %s, and a tenth of all requests fails', async (does) => {
    for (const seed of seeds(24)) {
      const here = world(seed, 0.1)
      const bad = anyOf(here, 20)
      refusing(here, bad, does)
      const receipt = await here.run()
      const there = new Set(receipt.notDeleted.map(({ id }) => id))
      expect([...bad].filter((id) => !there.has(id))).toEqual([])
      // Any other message is left only if faults used up all its tries.
      expect([...there].filter((id) => !bad.has(id) && here.network.seen.tries.get(id) !== maxTries)).toEqual([])
      expect(receipt.deleted.length).toBe(some - there.size)
      await expectTruth(here, receipt)
      expectPace(here.network)
    }
  })

  test('works with a service that refuses deleted ids, while someone else deletes too', async () => {
    for (const seed of seeds(24)) {
      const here = world(seed, 0.1)
      const { chat, clock } = here
      const { remove } = chat.service
      chat.service.remove = (ids) => {
        if (!ids.every(chat.has)) throw new Failure('refused', { serviceMessage: 'There is no such message.' })
        remove(ids)
      }
      for (const id of anyOf(here, 20)) clock.after(here.random() * 20_000, () => remove([id]))
      const receipt = await here.run()
      expect(receipt.deleted.length).toBe(some)
      await expectTruth(here, receipt)
    }
  })
})

describe('interrupted and resumed', () => {
  const cuts = ['closed', 'paused', 'signed out', 'offline'] as const
  let made: (typeof cuts)[number][] = []

  /** Runs from the state saved last until there is a receipt, with up to three interruptions at random moments. */
  async function runWithCuts(here: World) {
    const { clock, random, network, deletion } = here
    let kept: StepState | undefined
    for (let left = 1 + Math.floor(random() * 3); ; left--) {
      const connection = network.connect()
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
            else network.trouble = () => new Failure(cut === 'offline' ? 'unreachable' : 'signed-out')
          })
      })
      const end = await clock.until(Promise.race([work, cutOff]))
      isOver = true
      connection.cut()
      network.trouble = () => null
      if (end && !(end instanceof Error)) return end
      // The intended interruption is the one that happened.
      expect(end === null || end.message === 'paused' || (end instanceof Failure && ['signed-out', 'unreachable'].includes(end.kind))).toBe(
        true,
      )
    }
  }

  test('interrupted runs end like uninterrupted ones', async () => {
    made = []
    for (const seed of seeds(80)) {
      const here = world(seed, 0.1)
      const receipt = await runWithCuts(here)
      expect(receipt.deleted.length, `seed ${seed}`).toBe(some)
      await expectTruth(here, receipt)
    }
    const kinds = cuts.map((kind) => `${made.filter((one) => one === kind).length} ${kind}`)
    expect(kinds.every((words) => !words.startsWith('0 '))).toBe(true)
    proved('R5', true, `${seeds(80).length} of ${seeds(80).length} runs with random cuts (${kinds.join(', ')}) end as R3`)
  })
})

test('stopped at any moment: nothing is deleted from then on, and the receipt is true', async () => {
  for (const seed of seeds(48)) {
    const here = world(seed, 0.1)
    const { clock, random, network, stop } = here
    let removals = 0
    clock.after(random() * 15_000, () => {
      removals = network.seen.removals
      stop.abort()
    })
    const receipt = await here.run()
    expect(network.seen.removals).toBe(removals)
    await expectTruth(here, receipt)
    expectPace(here.network)
  }
  proved('R5', true, `${seeds(48).length} stops at random moments: 0 deletes sent after`)
})
