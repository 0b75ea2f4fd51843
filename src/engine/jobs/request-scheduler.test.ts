import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { backoffMs, createRequestScheduler, maxTries, wait, type SchedulerOptions } from './request-scheduler.ts'
import { createClock } from './test-clock.ts'

const never = new AbortController().signal
const half = () => 0.5

/** A scheduler with a virtual clock, and a log of what was sent when. */
function start(options: Partial<SchedulerOptions> = {}) {
  const clock = createClock()
  const log: string[] = []
  const held: (string | null)[] = []
  let inFlight = 0
  const scheduler = createRequestScheduler({
    signal: never,
    pausePoint: () => Promise.resolve(),
    probe: () => Promise.resolve(),
    patienceMs: 60_000,
    onHeld: (because) => held.push(because && because.kind),
    wait: clock.wait,
    random: half,
    ...options,
  })
  /** A request that takes 100 ms and then ends as `end` does. */
  const request =
    (name: string, end: () => unknown = () => name) =>
    async () => {
      log.push(`${clock.now()} ${name}`)
      inFlight++
      await clock.wait(100, never)
      inFlight--
      return end()
    }
  return { clock, log, held, scheduler, request, inFlight: () => inFlight }
}

const fails =
  (...details: ConstructorParameters<typeof Failure>) =>
  () => {
    throw new Failure(...details)
  }

describe('waits', () => {
  test('half of a backoff is fixed, half is random; it doubles from 0.5 s to 8 s', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const most = [500, 1000, 2000, 4000, 8000][Math.min(attempt, 4)]!
        expect(backoffMs(attempt, () => chance)).toBeCloseTo(most / 2 + (chance * most) / 2)
      }),
    )
  })

  test('a wait ends at once when it is aborted, before or after it began', async () => {
    const stop = new AbortController()
    const waiting = wait(1e9, stop.signal)
    stop.abort()
    await waiting
    await wait(1e9, stop.signal)
    await wait(0, never)
    expect(stop.signal.aborted).toBe(true)
  })
})

describe('several at once', () => {
  test('at most four requests are in flight, and items are processed in order', async () => {
    const { scheduler, request, clock, log, inFlight } = start()
    let most = 0
    const items = Array.from({ length: 11 }, (_, item) => item)
    await clock.until(
      scheduler.forEach(items, (item) =>
        scheduler.send(() => {
          const answer = request(String(item))()
          most = Math.max(most, inFlight())
          return answer
        }, 0),
      ),
    )
    expect(most).toBe(4)
    expect(log.map((line) => Number(line.split(' ')[1]))).toEqual(items)
    expect(clock.now()).toBe(300)
  })

  test('an error of one item ends the work; requests in flight are still answered', async () => {
    const { scheduler, request, clock, log } = start()
    const answers: unknown[] = []
    const work = scheduler.forEach([1, 2, 3, 4, 5, 6, 7, 8], async (item) => {
      answers.push(await scheduler.send(request(String(item)), 0))
      if (item === 2) throw new TypeError('broken')
    })
    await expect(clock.until(work)).rejects.toThrow('broken')
    expect(log).toEqual(['0 1', '0 2', '0 3', '0 4', '100 5'])
    expect(answers).toEqual(['1', '2', '3', '4', '5'])
  })
})

describe('stop and pause', () => {
  test('after a stop nothing is sent, waits end, and requests without an answer within 5 s are aborted', async () => {
    const stop = new AbortController()
    const { scheduler, request, clock, log } = start({ signal: stop.signal })
    clock.after(50, () => stop.abort())
    const cut: number[] = []
    const hanging = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          cut.push(clock.now())
          reject(signal.reason)
        })
      })
    const work = scheduler.forEach([1, 2, 3, 4, 5, 6], (item) =>
      item === 1 ? scheduler.send(hanging, 0) : scheduler.send(request(String(item)), item === 2 ? 5 : 0),
    )
    await clock.until(work)
    expect(log).toEqual(['0 3', '0 4'])
    expect(cut).toEqual([5050])
  })

  test('paused work sends nothing until it is resumed', async () => {
    let resume = () => {}
    const paused = new Promise<void>((resolve) => (resume = resolve))
    const { scheduler, request, clock, log } = start({ pausePoint: () => paused })
    clock.after(9000, () => resume())
    await clock.until(scheduler.forEach([1, 2], (item) => scheduler.send(request(String(item)), 0)))
    expect(log).toEqual(['9000 1', '9000 2'])
  })

  test('stopping does not wait for a pause to end', async () => {
    const stop = new AbortController()
    const { scheduler, request, clock, log } = start({ signal: stop.signal, pausePoint: () => new Promise(() => {}) })
    clock.after(50, () => stop.abort())
    await clock.until(scheduler.forEach([1], () => scheduler.send(request('1'), 0)))
    expect(log).toEqual([])
  })

  test('a pause that rejects ends the work with its error', async () => {
    let isPaused = false
    const { scheduler, request, clock, log } = start({
      pausePoint: () => (isPaused ? Promise.reject(new Error('paused')) : Promise.resolve()),
    })
    clock.after(50, () => (isPaused = true))
    await expect(clock.until(scheduler.forEach([1, 2, 3, 4, 5, 6], (item) => scheduler.send(request(String(item)), 0)))).rejects.toThrow(
      'paused',
    )
    expect(log.length).toBe(4)
  })
})

describe('Retry-After', () => {
  const busy = (retryAfter?: number) => fails('too-many-requests', { retryAfter })

  test.each<[number | undefined, number]>([
    [2, 2000],
    [60, 60_000],
    [3600, 60_000],
    [0, 375],
    [undefined, 375],
  ])('%j s: all requests wait %d ms', async (retryAfter, ms) => {
    const { scheduler, request, clock, log, held } = start()
    const work = scheduler.forEach([1, 2, 3, 4, 5, 6], (item) =>
      scheduler.send(request(String(item), item === 1 ? busy(retryAfter) : undefined), 0),
    )
    await clock.until(work)
    expect(log.slice(0, 4)).toEqual(['0 1', '0 2', '0 3', '0 4'])
    expect(log.slice(4).toSorted()).toEqual([`${100 + ms} 5`, `${100 + ms} 6`])
    expect(held).toEqual(['too-many-requests', null])
  })

  test('the longest of several waits counts', async () => {
    const { scheduler, request, clock, log } = start()
    const asks = [busy(9), busy(3), undefined, undefined]
    await clock.until(scheduler.forEach([0, 1, 2, 3, 4], (item) => scheduler.send(request(String(item), asks[item]), 0)))
    expect(log[4]).toBe('9100 4')
  })

  test('a scheduler that starts after the stop obeys it too', async () => {
    const stop = new AbortController()
    const backoff = { over: undefined }
    const first = start()
    const shared = {
      signal: stop.signal,
      pausePoint: () => Promise.resolve(),
      probe: () => Promise.resolve(),
      patienceMs: 0,
      onHeld: () => {},
    }
    const { clock, log, request } = first
    const one = createRequestScheduler({ ...shared, wait: clock.wait, random: half }, backoff)
    await clock.until(one.forEach([1], () => one.send(request('1', busy(5)), 0)))
    stop.abort()
    const other = createRequestScheduler({ ...shared, signal: never, wait: clock.wait, random: half }, backoff)
    await clock.until(other.forEach([2], () => other.send(request('2'), 0)))
    expect(log).toEqual(['0 1', '5100 2'])
  })
})

describe('tries', () => {
  test('a request that may be repeated is sent at most five times, with growing waits', async () => {
    const { scheduler, request, clock, log } = start()
    let answer: unknown
    await clock.until(
      scheduler.forEach([1], async () => {
        answer = await scheduler.retry(request('read', fails('refused', { serviceMessage: 'no' })))
      }),
    )
    expect(answer).toMatchObject({ kind: 'refused', serviceMessage: 'no' })
    expect(log.length).toBe(maxTries)
    expect(log.map((line) => Number.parseInt(line, 10))).toEqual([0, 475, 1325, 2925, 6025])
  })

  test('after a failure the next request waits', async () => {
    const { scheduler, request, clock, log } = start()
    const first = [fails('unreachable')]
    const work = scheduler.forEach([[1, 2]], async (items) => {
      for (const item of items) await scheduler.send(request(String(item), first.shift()), 0)
    })
    await clock.until(work)
    expect(log).toEqual(['0 1', '475 2'])
  })
})

describe('the circuit breaker', () => {
  const lost = ['unreachable', 'timed-out', 'not-this-api', 'too-many-requests'] as const

  test.each(lost)('opens after three times %s: only probes are sent, one at a time, until one is answered', async (kind) => {
    let isUp = false
    const probes: number[] = []
    const { scheduler, request, clock, log, held } = start({
      probe: async () => {
        probes.push(clock.now())
        await clock.wait(100, never)
        if (!isUp) throw new Failure(kind)
      },
    })
    clock.after(20_000, () => (isUp = true))
    const answers: unknown[] = []
    const items = Array.from({ length: 20 }, (_, item) => item)
    await clock.until(
      scheduler.forEach(items, async (item) => {
        answers.push(
          await scheduler.send(
            request(String(item), () => (isUp ? 'done' : fails(kind)())),
            0,
          ),
        )
      }),
    )
    const early = log.filter((line) => Number.parseInt(line, 10) < 20_000)
    expect(early.length).toBe(4)
    expect(probes.length).toBeGreaterThan(4)
    expect(probes.every((at, index) => index === 0 || at - probes[index - 1]! >= 350)).toBe(true)
    expect(answers.filter((answer) => answer === 'done').length).toBe(16)
    expect([held[0], held.at(-1)]).toEqual([kind, null])
  })

  test('ends the work with the failure when the patience is used up', async () => {
    const { scheduler, request, clock, log } = start({ probe: () => Promise.reject(new Failure('timed-out')) })
    const work = scheduler.forEach([1, 2, 3, 4, 5, 6], (item) => scheduler.send(request(String(item), fails('unreachable')), 0))
    await expect(clock.until(work)).rejects.toMatchObject({ kind: 'timed-out' })
    expect(log.length).toBe(4)
    expect(clock.now()).toBeGreaterThan(45_000)
    expect(clock.now()).toBeLessThan(61_000)
  })

  test('without patience ends the work at once, without a probe', async () => {
    const { scheduler, request, clock } = start({ patienceMs: 0, probe: () => Promise.reject(new TypeError('asked')) })
    const work = scheduler.forEach([1, 2, 3, 4, 5], (item) => scheduler.send(request(String(item), fails('unreachable')), 0))
    await expect(clock.until(work)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(clock.now()).toBe(100)
  })

  test('refusals are answers: they do not open it', async () => {
    const { scheduler, request, clock, log, held } = start()
    await clock.until(scheduler.forEach([1, 2, 3, 4, 5, 6, 7, 8], (item) => scheduler.send(request(String(item), fails('refused')), 0)))
    expect(log.length).toBe(8)
    expect(held).toEqual([])
  })

  test('an ended session ends the work: nothing more is sent', async () => {
    const { scheduler, request, clock, log } = start()
    const work = scheduler.forEach([1, 2, 3, 4, 5, 6], (item) => scheduler.send(request(String(item), fails('signed-out')), 0))
    await expect(clock.until(work)).rejects.toMatchObject({ kind: 'signed-out' })
    expect(log.length).toBe(4)
  })
})
