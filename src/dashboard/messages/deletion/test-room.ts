import { Failure } from '#contract/client.ts'
import type { Clock } from '../../ui/jobs/test-clock.ts'
import type { Page, PageOf, Port } from './job.ts'

/** A room of a service in memory, and the way to it, on which things go wrong. */

export interface RoomOptions {
  /** How many messages. Their ids begin at 1. */
  count: number
  random: () => number
  /** Most seconds between two messages. */
  apart?: number
  pageLimit?: number
  newestFirst?: boolean
}

export function createRoom({ count, random, apart = 3, pageLimit = 500, newestFirst = false }: RoomOptions) {
  const times = new Float64Array(count + 1)
  times[0] = 1_700_000_000
  for (let id = 1; id <= count; id++) times[id] = times[id - 1]! + Math.floor(random() * (apart + 1))
  const alive = new Uint8Array(count + 1).fill(1, 1)

  return {
    ids: () => Array.from(alive.keys()).filter((id) => alive[id] === 1),
    has: (id: number) => alive[id] === 1,
    message: (id: number) => ({ id, time: times[id]! }),
    /** How the service answers; a test may put another way in its place. Throwing is a refusal. */
    service: {
      remove: (ids: number[]) => {
        for (const id of ids) alive[id] = 0
      },
      page: ({ from, to, next }: PageOf): Page => {
        const messages: { messageId: number }[] = []
        const [first, step] = newestFirst ? [count, -1] : [1, 1]
        for (let id = next === undefined ? first : Number(next); id >= 1 && id <= count; id += step) {
          if (!alive[id] || times[id]! < from || times[id]! > to) continue
          if (messages.length === pageLimit) return { messages, next: String(id) }
          messages.push({ messageId: id })
        }
        return { messages }
      },
    },
  }
}

export type Room = ReturnType<typeof createRoom>

interface Fault {
  /** Whether the service does the work. */
  works: 0 | 1 | 2
  /** Milliseconds until the answer comes back; as usual where it says nothing. */
  takes?: number
  fails?: () => Failure
}

const faults: Fault[] = [
  // Lost on the way there, lost on the way back, cut off, no answer in time.
  { works: 0, fails: () => new Failure('unreachable') },
  { works: 1, fails: () => new Failure('unreachable') },
  { works: 1, fails: () => new Failure('not-this-api') },
  { works: 1, takes: 15_000, fails: () => new Failure('timed-out') },
  { works: 0, fails: () => new Failure('too-many-requests', { retryAfter: 2 }) },
  // 500 with `status: false` looks like a refusal.
  { works: 0, fails: () => new Failure('refused', { said: 'Something went wrong on our side.' }) },
  // Delivered twice; slow; accepted and not done.
  { works: 2 },
  { works: 1, takes: 10_000 },
  { works: 0 },
]

interface RequestOptions<T> {
  work: () => T
  /** Answers without doing the work. */
  pretend: () => T
  onFailure: (error: unknown) => void
}

interface WayOptions {
  clock: Clock
  random: () => number
  /** The share of requests to which something happens. */
  rate?: number
}

/** The way to a room. Counts what takes it, over any number of connections. */
export function createWay({ service }: Room, { clock, random, rate = 0 }: WayOptions) {
  const seen = {
    removals: 0,
    reads: 0,
    faults: 0,
    inFlight: 0,
    mostInFlight: 0,
    /** Requests sent before the time that Retry-After asked for was over. */
    tooEarly: 0,
    /** By id: how often it was sent, and how often with another end than a refusal. */
    sent: new Map<number, number>(),
    tries: new Map<number, number>(),
  }
  let notBefore = 0
  const count = (counts: Map<number, number>, ids: number[]) => {
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const travel = () => 20 + random() * 60

  const way = {
    seen,
    /** What every request meets for now. */
    trouble: (): Failure | null => null,
    /** What uses a connection hears nothing any more once it is cut, as a page that was closed. */
    connect() {
      let isCut = false

      function request<T>(signal: AbortSignal, { work, pretend, onFailure }: RequestOptions<T>): Promise<T> {
        if (isCut) return new Promise(() => {})
        if (clock.now() < notBefore) seen.tooEarly++
        seen.mostInFlight = Math.max(seen.mostInFlight, ++seen.inFlight)
        const fault = random() < rate ? faults[Math.floor(random() * faults.length)] : undefined
        if (fault) seen.faults++
        return new Promise((resolve, reject) => {
          let isOver = false
          const finish = (tell: () => void) => {
            if (isOver) return
            isOver = true
            signal.removeEventListener('abort', cancel)
            seen.inFlight--
            if (!isCut) tell()
          }
          const fail = (error: unknown) =>
            finish(() => {
              if (error instanceof Failure && error.retryAfter !== undefined) {
                notBefore = Math.max(notBefore, clock.now() + error.retryAfter * 1000)
              }
              onFailure(error)
              reject(error)
            })
          const cancel = () => fail(signal.reason)
          signal.addEventListener('abort', cancel)
          clock.after(travel(), () => {
            const trouble = way.trouble() ?? undefined
            const works = trouble ? 0 : (fault?.works ?? 1)
            const answer = outcomeOf(works > 0 ? work : pretend)
            if (works > 1) clock.after(travel() * 20, () => void outcomeOf(work))
            clock.after(fault?.takes ?? travel(), () => {
              const error = trouble ?? fault?.fails?.() ?? answer.error
              if (error) fail(error)
              else finish(() => resolve(answer.value as T))
            })
          })
        })
      }

      const port: Port = {
        removeSome: (ids, signal) => {
          seen.removals++
          count(seen.sent, ids)
          const tried = () => count(seen.tries, ids)
          return request(signal, {
            work: () => service.remove(ids),
            pretend: () => {},
            onFailure: (error) => {
              if (!(error instanceof Failure && error.kind === 'refused')) tried()
            },
          }).then(tried)
        },
        readPage: (page, signal) => {
          seen.reads++
          const work = () => service.page(page)
          return request(signal, { work, pretend: work, onFailure: () => {} })
        },
      }
      return { port, cut: () => void (isCut = true) }
    },
  }
  return way
}

function outcomeOf<T>(work: () => T): { value?: T; error?: unknown } {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}
