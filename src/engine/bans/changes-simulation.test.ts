import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { createClock, seeded } from '#engine/jobs/test-clock.ts'
import { isSame, keyOf, type IpRange, difference, intersect, union } from './range.ts'
import { ban, planUnbanPart } from './steps.ts'
import { planTidy } from './tidy.ts'
import { changeBans } from './change-bans.ts'
import type { ChatPlan, ChatReceipt } from './plan.ts'
import { createBanService, createConnection, kinds, type ServiceKind } from './test-ban-service.ts'
import { isProof, runs } from '../../test-runs.ts'

/**
 * Imports, tidying and partial unbans while a tenth of all requests fails, on services of every kind, with interruptions. A seed identifies a run.
 * PROOF=1 makes eight times as many runs.
 */

const seeds = (count: number) => Array.from({ length: runs(count, 8) }, (_, seed) => seed)
const never = new AbortController().signal
const cuts = ['closed', 'paused', 'signed out', 'offline'] as const

interface World {
  seed: number
  entries: IpRange[]
  plan: (entries: IpRange[]) => Omit<ChatPlan, 'chatId' | 'chatName'>
  kind?: ServiceKind
  rate?: number
  /** Called after every change of the service. */
  check?: (now: IpRange[]) => void
  mostCuts?: number
}

/** Runs the plan until there is a receipt; after an interruption it is run again, as by another gateway. */
async function simulate({ seed, entries, plan, kind = 'plain', rate = 0.1, check = () => {}, mostCuts = 0 }: World) {
  const random = seeded(seed)
  const clock = createClock()
  const service = createBanService(new Map([[1, entries]]), kind)
  let broken: unknown
  const onChange = () => {
    try {
      check(service.list(1))
    } catch (error) {
      broken ??= error
    }
  }
  const network = createConnection(service, { clock, random, rate, onChange })
  const plans = [{ chatId: 1, chatName: 'Hall', ...plan(entries) }]
  for (let left = Math.floor(random() * (mostCuts + 1)); ; left--) {
    const connection = network.connect()
    let isPaused = false
    const work: Promise<ChatReceipt[] | Error> = changeBans({
      plans,
      port: connection.port,
      control: { signal: never, pausePoint: () => (isPaused ? Promise.reject(new Error('paused')) : Promise.resolve()) },
      patienceMs: 60_000,
      onProgress: () => {},
      wait: clock.wait,
      random,
    }).catch((error: unknown) => error as Error)
    const cut = cuts[Math.floor(random() * cuts.length)]!
    const cutOff = new Promise<null>((resolve) => {
      if (left > 0)
        clock.after(random() * 8000, () => {
          if (cut === 'closed') resolve(null)
          else if (cut === 'paused') isPaused = true
          else network.trouble = () => new Failure(cut === 'offline' ? 'unreachable' : 'signed-out')
        })
    })
    const end = await clock.until(Promise.race([work, cutOff]))
    connection.cut()
    network.trouble = () => null
    if (end === null || end instanceof Error) continue
    await clock.until(clock.wait(60_000, never))
    if (broken) throw new Error(`seed ${seed}`, { cause: broken })
    return { receipt: end[0]!, now: service.list(1), seen: network.seen }
  }
}

const anyEntries = (random: () => number, count: number, space: number): IpRange[] =>
  Array.from({ length: count }, () => {
    const first = Math.floor(random() * space)
    return { first, last: Math.min(space, first + Math.floor(random() * random() * 40)) }
  })

/** Each range once: what services of most kinds can hold. */
const unique = (ranges: IpRange[]) => [...new Map(ranges.map((range) => [keyOf(range), range])).values()]
/** A list that a service of this kind can hold. */
const heldBy = (kind: ServiceKind, ranges: IpRange[]) =>
  kind.startsWith('keeps')
    ? ranges
    : kind === 'plain'
      ? unique(ranges)
      : union(ranges).filter(({ first }, index, all) => index === 0 || first > all[index - 1]!.last)

const isSameSet = (one: IpRange[], other: IpRange[]) => difference(one, other).length === 0 && difference(other, one).length === 0

test(
  '5,000 entries are imported while a tenth of all requests fails: all are listed once, and the receipt says so',
  async () => {
    for (const seed of seeds(20)) {
      const wanted = Array.from({ length: 5000 }, (_, at) => ({ first: at * 8, last: at * 8 + (at % 5) }))
      const { receipt, now, seen } = await simulate({
        seed,
        entries: [],
        plan: () => ({ steps: wanted.map(ban), mayUnban: [] }),
        mostCuts: 3,
      })
      expect(now, `seed ${seed}`).toEqual(wanted)
      expect(receipt).toMatchObject({ done: 5000, unfinished: [] })
      expect(seen.mostInFlight).toBeLessThanOrEqual(4)
      expect(seen.requests).toBeLessThan(5000 * 1.2 + 40)
    }
  },
  isProof ? 240_000 : 60_000,
)

describe.each(kinds)('on a service that is: %s', (kind) => {
  test('tidying unbans and bans no address, at any moment', async () => {
    for (const seed of seeds(100)) {
      const entries = heldBy(kind, anyEntries(seeded(seed + 1000), 60, 1500))
      const all = union(entries)
      const { receipt, now } = await simulate({
        seed,
        kind,
        entries,
        plan: (list) => ({ steps: planTidy(list, { mergeAdjacent: true, mergeOverlapping: true }).steps, mayUnban: [] }),
        check: (list) => expect(isSameSet(list, all)).toBe(true),
        mostCuts: 3,
      })
      // Where copies are kept, a ban that was delivered twice is listed twice.
      if (receipt.unfinished.length === 0 && kind !== 'merges') expect(unique(now), `seed ${seed}`).toEqual(all)
    }
  })

  test('unbanning part of a range unbans that part and nothing else, or is rolled back', async () => {
    for (const seed of seeds(160)) {
      const random = seeded(seed + 5000)
      const entries = heldBy(kind, anyEntries(random, 30, 400))
      const at = entries[Math.floor(random() * entries.length)]!
      const target = { first: at.first + Math.floor((at.last - at.first) / 2), last: at.last }
      const meant = difference(entries, [target])
      const { receipt, now } = await simulate({
        seed,
        kind,
        entries,
        plan: (list) => ({ steps: planUnbanPart(list, target), mayUnban: [target], rollsBack: true }),
        check: (list) => expect(difference(meant, list)).toEqual([]),
        mostCuts: 3,
      })
      const isFree = intersect(now, [target]).length === 0
      if (receipt.unfinished.length === 0) expect(isFree, `seed ${seed}`).toBe(true)
      else if (receipt.rolledBack) expect(now.every((entry) => entries.some((before) => isSame(before, entry)))).toBe(true)
      expect(difference(now, entries), `seed ${seed}`).toEqual([])
      if (kind === 'plain') expect(receipt.unfinished, `seed ${seed}`).toEqual([])
    }
  })
})

test.each([0.3, 0.5])('%d of all requests fail: the receipt is true', async (rate) => {
  for (const seed of seeds(24)) {
    const wanted = Array.from({ length: 200 }, (_, at) => ({ first: at * 8, last: at * 8 + 3 }))
    const { receipt, now } = await simulate({
      seed,
      rate,
      entries: [],
      plan: () => ({ steps: wanted.map(ban), mayUnban: [] }),
      mostCuts: 2,
    })
    const there = new Set(now.map(keyOf))
    expect(receipt.done + receipt.unfinished.length).toBe(200)
    const left = new Set(receipt.unfinished.map(({ step }) => keyOf(step.range)))
    expect(
      wanted.filter((range) => !there.has(keyOf(range)) && !left.has(keyOf(range))),
      `seed ${seed}`,
    ).toEqual([])
    expect(now).toHaveLength(there.size)
  }
})
