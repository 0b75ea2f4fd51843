import { Failure } from '#contract/client.ts'
import type { Clock } from './test-clock.ts'

/** The connection to a service in memory, with faults. */

interface Fault {
  /** How often the request reaches the service. */
  arrives: 0 | 1 | 2
  /** Milliseconds until the answer arrives; by default as usual. */
  takes?: number
  fails?: () => Failure
}

export const faults: readonly Fault[] = [
  // Lost on the way there, lost on the way back, cut off, no answer in time.
  { arrives: 0, fails: () => new Failure('unreachable') },
  { arrives: 1, fails: () => new Failure('unreachable') },
  { arrives: 1, fails: () => new Failure('not-this-api') },
  { arrives: 1, takes: 15_000, fails: () => new Failure('timed-out') },
  { arrives: 0, fails: () => new Failure('too-many-requests', { retryAfter: 2 }) },
  // An error of the server, from before the work and from after it.
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

/** The answer of the service to a request that reached it so many times; where it never did, as if it had taken effect. */
type Serve<T> = (times: Fault['arrives']) => Outcome<T>
type Request = <T>(signal: AbortSignal, serve: Serve<T>) => Promise<T>

/** Counts requests over any number of connections. @param more what else `portOf` counts */
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
    /** Of one connection. */
    mostInFlight: 0,
    /** Requests sent before the time that Retry-After asked for was over. */
    tooEarly: 0,
  }
  let notBefore = 0
  const travel = () => 20 + random() * 60

  const network = {
    seen,
    /** The fault of every request for now. */
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
          const finish = (tell: () => void) => {
            if (isOver) return
            isOver = true
            signal.removeEventListener('abort', cancel)
            inFlight--
            if (!isCut) tell()
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
