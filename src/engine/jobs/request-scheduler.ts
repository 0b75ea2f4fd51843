import { Failure } from '#contract/client.ts'

/**
 * When the requests of a job are sent: few at once, exponential backoff after failures, Retry-After obeyed by all (docs/assumptions.md row 18), and a
 * circuit breaker, so that no tries are spent while nothing gets through.
 */

/** Resolves after this many milliseconds, or at once when the signal aborts. Never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const wait: Wait = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish, { once: true })
  })

/** Items that forEach() works on at the same time, each with one request in flight. */
const maxInFlight = 4
/** Tries of a request or a step. */
export const maxTries = 5
const maxRetryAfterSeconds = 60
/** The circuit breaker opens after this many failures in a row, because the connection must be down. */
const failuresToOpen = 3
/** Requests in flight when the work stops may still be answered within this time, so that their outcome is known. */
const graceMs = 5000

/** Milliseconds before the next try: 0.5 s, doubling to 8 s, half of it random. @param attempt 0 after the first try */
export function backoffMs(attempt: number, random: () => number): number {
  const max = Math.min(500 * 2 ** attempt, 8000)
  return max / 2 + (random() * max) / 2
}

const waitMsAfter = ({ retryAfter = 0 }: Failure, attempt: number, random: () => number) =>
  Math.max(Math.min(retryAfter, maxRetryAfterSeconds) * 1000, backoffMs(attempt, random))

const gotThrough = ({ kind }: Failure) => kind === 'refused' || kind === 'signed-out'

export interface JobControl {
  /** Stops the work: nothing more is sent. */
  signal: AbortSignal
  /** Awaited before each request. A rejection ends the work. */
  pausePoint: () => Promise<void>
}

const never = new AbortController().signal

/** Of a job that was stopped: what came of its requests is looked up without waiting. Where nothing gets through, it stays unknown. */
export const atOnce = { signal: never, pausePoint: () => Promise.resolve(), patienceMs: 0 }

export interface Pace {
  /** The work ends after waiting this long in all because nothing gets through. */
  patienceMs: number
  wait?: Wait
  random?: () => number
}

export interface SchedulerOptions extends JobControl, Pace {
  /** A request that changes nothing, which tests whether requests get through again. */
  probe: (signal: AbortSignal) => Promise<unknown>
  /** Called with the reason while nothing is sent, and with null when sending resumes. */
  onHeld: (because: Failure | null) => void
}

/** The wait that the service asked for. It applies to every later request, so several schedulers may share it. */
export interface SharedBackoff {
  /** Undefined while requests need not wait. */
  over: Promise<void> | undefined
}

export type RequestScheduler = ReturnType<typeof createRequestScheduler>

export function createRequestScheduler(
  { signal, pausePoint, probe, patienceMs, onHeld, wait: sleep = wait, random = Math.random }: SchedulerOptions,
  shared: SharedBackoff = { over: undefined },
) {
  const ended = new AbortController()
  const halt = AbortSignal.any([signal, ended.signal])
  const cut = new AbortController()
  const halted = new Promise<void>((resolve) => halt.addEventListener('abort', () => resolve(), { once: true }))
  void halted.then(() => sleep(graceMs, cut.signal)).then(() => cut.abort(halt.reason))
  let failuresInARow = 0
  /** While the circuit breaker is open: until a probe is answered. */
  let open: Promise<void> | undefined

  /** Checks and sends in the same tick: no other request may slip in between. */
  async function sendInTurn<T>(request: (signal: AbortSignal) => Promise<T>, obstacle: () => Promise<void> | undefined): Promise<T> {
    for (;;) {
      halt.throwIfAborted()
      await Promise.race([pausePoint(), halted])
      halt.throwIfAborted()
      const waitFor = obstacle()
      if (!waitFor) return request(cut.signal)
      await Promise.race([waitFor, halted])
    }
  }

  function resume() {
    if (!shared.over && !open) onHeld(null)
  }

  /** Several answers may ask to wait at the same time: the longest wait counts, for all. */
  function backOff(failure: Failure, attempt: number) {
    const over = Promise.all([shared.over, sleep(waitMsAfter(failure, attempt, random), never)]).then(() => {
      if (shared.over !== over) return
      shared.over = undefined
      resume()
    })
    shared.over = over
    onHeld(failure)
  }

  async function probeUntilAnswered(failure: Failure) {
    let last: Failure | null = failure
    for (let attempt = 0, waitedMs = 0; last && !gotThrough(last); attempt++) {
      const ms = waitMsAfter(last, attempt, random)
      waitedMs += ms
      if (waitedMs > patienceMs) throw last
      await sleep(ms, halt)
      last = await failureOf(sendInTurn(probe, () => shared.over))
    }
    failuresInARow = 0
  }

  function openBreaker(failure: Failure) {
    open = probeUntilAnswered(failure)
      .catch((error: unknown) => ended.abort(error))
      .then(() => {
        open = undefined
        resume()
      })
    onHeld(failure)
  }

  function onFailure(failure: Failure, attempt: number) {
    if (failure.kind === 'signed-out') throw failure
    failuresInARow = gotThrough(failure) ? 0 : failuresInARow + 1
    if (failure.kind === 'too-many-requests') backOff(failure, attempt)
    if (failuresInARow >= failuresToOpen && !open) openBreaker(failure)
  }

  /**
   * Sends one request when it is allowed. Resolves to the answer, or to the Failure of the request. Rejects when the work has ended: stopped, signed out,
   * or nothing got through for too long.
   * @param attempt the number of earlier tries
   */
  async function send<T>(request: (signal: AbortSignal) => Promise<T>, attempt: number): Promise<T | Failure> {
    // After a failure every other request waits too.
    const failures = Math.max(attempt, failuresInARow)
    if (failures > 0) await sleep(backoffMs(failures - 1, random), halt)
    try {
      const answer = await sendInTurn(request, () => shared.over ?? open)
      failuresInARow = 0
      return answer
    } catch (error) {
      if (!(error instanceof Failure) || (halt.aborted && error === halt.reason)) throw error
      onFailure(error, attempt)
      return error
    }
  }

  /** Sends a request that may be repeated until it is answered, at most five times. Resolves and rejects as send() does. */
  async function retry<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T | Failure> {
    for (let attempt = 0; ; attempt++) {
      const answer = await send(request, attempt)
      if (!(answer instanceof Failure) || attempt + 1 >= maxTries) return answer
    }
  }

  /**
   * Does the work for every item, a few at a time; an item may send one request at a time. Resolves when all items are done or `signal` stopped the work,
   * and rejects with any other reason that ended it. In both cases no request is still in flight.
   */
  async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
    const queue = items[Symbol.iterator]()
    const worker = async () => {
      for (let item = queue.next(); !item.done && !halt.aborted; item = queue.next()) await work(item.value)
    }
    await Promise.all(Array.from({ length: maxInFlight }, () => worker().catch((error: unknown) => ended.abort(error))))
    await open
    if (!signal.aborted) ended.signal.throwIfAborted()
  }

  return { send, retry, forEach }
}

/** The Failure of a request; null: it was answered. */
async function failureOf(request: Promise<unknown>): Promise<Failure | null> {
  try {
    await request
    return null
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
