import { Failure } from '#contract/client.ts'
import type { Clock } from './test-clock.ts'

/** The connection to a service in memory, with faults. */

interface Fault {
  /** How many times the request reaches the service. */
  arrives: 0 | 1 | 2
  /** Milliseconds until the answer arrives; random by default. */
  takes?: number
  fails?: () => Failure
}

export const faults: readonly Fault[] = [
  // Request lost, answer lost, answer truncated, timeout.
  { arrives: 0, fails: () => new Failure('unreachable') },
  { arrives: 1, fails: () => new Failure('unreachable') },
  { arrives: 1, fails: () => new Failure('not-this-api') },
  { arrives: 1, takes: 15_000, fails: () => new Failure('timed-out') },
  { arrives: 0, fails: () => new Failure('too-many-requests', { retryAfter: 2 }) },
  // A server error before and after the work.
  { arrives: 0, fails: () => new Failure('server-error', { serviceMessage: 'Something went wrong on our side.' }) },
  { arrives: 1, fails: () => new Failure('server-error') },
  // Delivered twice; slow.
  { arrives: 2 },
  { arrives: 1, takes: 10_000 },
]

export const acceptedWithoutEffect: Fault = { arrives: 0 }

export interface NetworkOptions {
  clock: Clock
  random: () => number
  /** The share of requests with a fault. */
  rate?: number
}

interface Outcome<T> {
  value?: T
  error?: unknown
}

/** Serves a request that reached the service this many times. If it never did, the outcome is that of an accepted request. */
type Serve<T> = (times: Fault['arrives']) => Outcome<T>
type Request = <T>(signal: AbortSignal, serve: Serve<T>) => Promise<T>

/** Counts requests over any number of connections. @param more additional counters for `portOf` */
export function createNetwork<More extends object, Port>(
  { clock, random, rate = 0 }: NetworkOptions,
  faults: readonly Fault[],
  more: More,
  portOf: (request: Request, seen: More) => Port,
) {
  const seen = {
    ...more,
    requests: 0,
    faults: 0,
    /** Per connection. */
    mostInFlight: 0,
    /** Requests sent before the end of Retry-After. */
    tooEarly: 0,
  }
  let notBefore = 0
  const travel = () => 20 + random() * 60

  const network = {
    seen,
    /** A fault for every request, or null. */
    trouble: (): Failure | null => null,
    /** After a connection is cut, its user receives no answers, like a page that was closed. */
    connect() {
      let isCut = false
      let inFlight = 0

      function request<T>(signal: AbortSignal, serve: Serve<T>): Promise<T> {
        if (isCut) return new Promise(() => {})
        seen.requests++
        if (clock.now() < notBefore) seen.tooEarly++
        seen.mostInFlight = Math.max(seen.mostInFlight, ++inFlight)
        const fault = random() < rate ? faults[Math.floor(random() * faults.length)] : undefined
        if (fault) seen.faults++
        return new Promise((resolve, reject) => {
          let isOver = false
          const finish = (settle: () => void) => {
            if (isOver) return
            isOver = true
            signal.removeEventListener('abort', cancel)
            inFlight--
            if (!isCut) settle()
          }
          const fail = (error: unknown) =>
            finish(() => {
              if (error instanceof Failure && error.retryAfter !== undefined) {
                notBefore = Math.max(notBefore, clock.now() + error.retryAfter * 1000)
              }
              reject(error)
            })
          const cancel = () => fail(signal.reason)
          signal.addEventListener('abort', cancel)
          clock.after(travel(), () => {
            const trouble = network.trouble() ?? undefined
            const answer = serve(trouble ? 0 : (fault?.arrives ?? 1))
            clock.after(fault?.takes ?? travel(), () => {
              const error = trouble ?? fault?.fails?.() ?? answer.error
              if (error) fail(error)
              else finish(() => resolve(answer.value as T))
            })
          })
        })
      }

      return { port: portOf(request, seen), cut: () => void (isCut = true) }
    },
  }
  return network
}

export function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}
