import { Failure } from '#contract/client.ts'

/**
 * The pace of long work: few requests at once, longer and longer waits after failures, Retry-After obeyed by all (docs/assumptions.md row 18), and no
 * tries spent while nothing gets through.
 */

/** Resolves after so many milliseconds, or at once when the signal aborts. Never rejects. */
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

/** Most requests of one long work in flight. */
const mostAtOnce = 4
/** Most times anything is sent that did not succeed. */
export const mostTries = 5
/** Longest obeyed Retry-After, in seconds. */
const longestRetryAfter = 60
/** So many requests in a row that came to nothing mean that the way is closed, not that each had bad luck. */
const lostMeansClosed = 3
/** What is under way when the work stops may still answer within this time, in milliseconds: then its outcome is known. */
const grace = 5000

/** Milliseconds before the next try: 0.5 s, doubling to 8 s, half of it by chance. @param attempt 0 after the first try */
export function backOff(attempt: number, random: () => number): number {
  const most = Math.min(500 * 2 ** attempt, 8000)
  return most / 2 + (random() * most) / 2
}

const waitAfter = ({ retryAfter = 0 }: Failure, attempt: number, random: () => number) =>
  Math.max(Math.min(retryAfter, longestRetryAfter) * 1000, backOff(attempt, random))

const gotThrough = ({ kind }: Failure) => kind === 'refused' || kind === 'signed-out'

export interface PaceOptions {
  /** Stops the work: nothing is sent from then on. */
  signal: AbortSignal
  /** Asked before each request. Resolves when it may go; what it rejects with ends the work. */
  pausePoint: () => Promise<void>
  /** A request that changes nothing: finds out whether anything gets through again. */
  probe: (signal: AbortSignal) => Promise<unknown>
  /** How long the work waits in all, in milliseconds, before it ends because nothing gets through. */
  patience: number
  /** Called with why nothing is sent at the moment, and with null when it goes on. */
  onHeld: (because: Failure | null) => void
  wait: Wait
  random: () => number
}

/** How long the service asked to be left alone. It holds for whoever wants something next, so several pacers may share it. */
export interface Quiet {
  /** Undefined while nobody asks for it. */
  over: Promise<void> | undefined
}

const never = new AbortController().signal

export type Pacer = ReturnType<typeof createPacer>

export function createPacer(
  { signal, pausePoint, probe, patience, onHeld, wait, random }: PaceOptions,
  quiet: Quiet = { over: undefined },
) {
  const ended = new AbortController()
  const halt = AbortSignal.any([signal, ended.signal])
  const cut = new AbortController()
  const halted = new Promise<void>((resolve) => halt.addEventListener('abort', () => resolve(), { once: true }))
  void halted.then(() => wait(grace, cut.signal)).then(() => cut.abort(halt.reason))
  let lostInARow = 0
  /** Until something gets through again. */
  let closed: Promise<void> | undefined

  /** Nothing may come between the look at what hinders and the sending. */
  async function inTurn<T>(request: (signal: AbortSignal) => Promise<T>, hindrance: () => Promise<void> | undefined): Promise<T> {
    for (;;) {
      halt.throwIfAborted()
      await Promise.race([pausePoint(), halted])
      halt.throwIfAborted()
      const waitFor = hindrance()
      if (!waitFor) return request(cut.signal)
      await Promise.race([waitFor, halted])
    }
  }

  function release() {
    if (!quiet.over && !closed) onHeld(null)
  }

  /** Several may be told to wait at the same time: the longest wait counts, for all. */
  function keepQuiet(failure: Failure, attempt: number) {
    const over = Promise.all([quiet.over, wait(waitAfter(failure, attempt, random), never)]).then(() => {
      if (quiet.over !== over) return
      quiet.over = undefined
      release()
    })
    quiet.over = over
    onHeld(failure)
  }

  async function untilOpen(failure: Failure) {
    let last: Failure | null = failure
    for (let attempt = 0, waited = 0; last && !gotThrough(last); attempt++) {
      const ms = waitAfter(last, attempt, random)
      waited += ms
      if (waited > patience) throw last
      await wait(ms, halt)
      last = await outcome(inTurn(probe, () => quiet.over))
    }
    lostInARow = 0
  }

  function close(failure: Failure) {
    closed = untilOpen(failure)
      .catch((error: unknown) => ended.abort(error))
      .then(() => {
        closed = undefined
        release()
      })
    onHeld(failure)
  }

  function heed(failure: Failure, attempt: number) {
    if (failure.kind === 'signed-out') throw failure
    lostInARow = gotThrough(failure) ? 0 : lostInARow + 1
    if (failure.kind === 'too-many-requests') keepQuiet(failure, attempt)
    if (lostInARow >= lostMeansClosed && !closed) close(failure)
  }

  /**
   * Sends one request when its turn has come. Resolves to its answer, or to the Failure it met. Rejects when the work is over: stopped, signed out,
   * or nothing got through for too long.
   * @param attempt how often this was tried before
   */
  async function send<T>(request: (signal: AbortSignal) => Promise<T>, attempt: number): Promise<T | Failure> {
    // After a loss nobody hurries on with other things either.
    const failed = Math.max(attempt, lostInARow)
    if (failed > 0) await wait(backOff(failed - 1, random), halt)
    try {
      const answer = await inTurn(request, () => quiet.over ?? closed)
      lostInARow = 0
      return answer
    } catch (error) {
      if (!(error instanceof Failure) || (halt.aborted && error === halt.reason)) throw error
      heed(error, attempt)
      return error
    }
  }

  /** Sends a request that may be repeated until it is answered, at most five times. Resolves and rejects as send() does. */
  async function repeat<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T | Failure> {
    for (let attempt = 0; ; attempt++) {
      const answer = await send(request, attempt)
      if (!(answer instanceof Failure) || attempt + 1 >= mostTries) return answer
    }
  }

  /**
   * Does the work for every item, a few at a time; an item may send one request at a time. Resolves when all is done or `signal` stopped it, and
   * rejects with what else ended it; in both cases nothing is under way any more.
   */
  async function each<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
    const queue = items[Symbol.iterator]()
    const worker = async () => {
      for (let item = queue.next(); !item.done && !halt.aborted; item = queue.next()) await work(item.value)
    }
    await Promise.all(Array.from({ length: mostAtOnce }, () => worker().catch((error: unknown) => ended.abort(error))))
    await closed
    if (!signal.aborted) ended.signal.throwIfAborted()
  }

  return { send, repeat, each }
}

/** The Failure a request met, null where it was answered. */
async function outcome(request: Promise<unknown>): Promise<Failure | null> {
  try {
    await request
    return null
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
