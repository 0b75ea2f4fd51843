import { Failure } from '#contract/client.ts'
import type { Clock } from '../../ui/jobs/test-clock.ts'
import { byPlace, isSame, type Range } from '../ranges/range.ts'
import { union } from '../ranges/sets.ts'
import type { Port } from './plan.ts'

/** Rooms of a service in memory, of every kind that may be (assumptions.md row 12), and the way to them, on which things go wrong. */

export type Kind = 'plain' | 'keeps copies, lifts one' | 'keeps copies, lifts all' | 'merges' | 'refuses overlaps'
export const kinds: Kind[] = ['plain', 'keeps copies, lifts one', 'keeps copies, lifts all', 'merges', 'refuses overlaps']

export function createService(lists: ReadonlyMap<number, Range[]>, kind: Kind = 'plain') {
  const rooms = new Map([...lists].map(([chatId, entries]) => [chatId, [...entries]]))
  const inRoom = (chatId: number): Range[] => {
    const entries = rooms.get(chatId)
    if (!entries) throw new Failure('refused', { code: 'not_found', said: 'There is no such chat.' })
    return entries
  }
  const service = {
    list: (chatId: number) => inRoom(chatId).toSorted(byPlace),
    /** Throwing is a refusal. A test may put another way in its place. */
    ban: (chatId: number, { first, last }: Range) => {
      const entries = inRoom(chatId)
      const range = { first, last }
      if (!kind.startsWith('keeps') && entries.some((entry) => isSame(entry, range)))
        throw new Failure('refused', { code: 'already_banned' })
      if (kind === 'refuses overlaps' && entries.some((entry) => entry.first <= last && first <= entry.last))
        throw new Failure('refused', { said: 'It overlaps another range.' })
      rooms.set(chatId, kind === 'merges' ? union([...entries, range]) : [...entries, range])
    },
    lift: (chatId: number, range: Range) => {
      const entries = inRoom(chatId)
      const same = entries.filter((entry) => isSame(entry, range))
      if (same.length === 0) throw new Failure('refused', { code: 'not_found' })
      const isGone = (entry: Range) => (kind === 'keeps copies, lifts one' ? entry === same[0] : isSame(entry, range))
      rooms.set(
        chatId,
        entries.filter((entry) => !isGone(entry)),
      )
    },
    drop: (chatId: number) => void rooms.delete(chatId),
  }
  return service
}
export type Service = ReturnType<typeof createService>

interface Fault {
  works: 0 | 1 | 2
  /** Milliseconds. */
  takes?: number
  fails?: () => Failure
}

const faults: Fault[] = [
  { works: 0, fails: () => new Failure('unreachable') },
  { works: 1, fails: () => new Failure('unreachable') },
  { works: 1, fails: () => new Failure('not-this-api') },
  { works: 1, takes: 15_000, fails: () => new Failure('timed-out') },
  { works: 0, fails: () => new Failure('too-many-requests', { retryAfter: 2 }) },
  { works: 0, fails: () => new Failure('refused', { said: 'Something went wrong on our side.' }) },
  { works: 2 },
  { works: 1, takes: 10_000 },
]

/** The way there. Calls `onChange` after everything the service did. */
export function createWay(
  service: Service,
  { clock, random, rate = 0, onChange = () => {} }: { clock: Clock; random: () => number; rate?: number; onChange?: () => void },
) {
  const seen = { requests: 0, changes: 0, faults: 0, mostInFlight: 0 }
  const way = {
    seen,
    /** What every request meets for now. */
    trouble: (): Failure | null => null,
    /** What uses a connection hears nothing any more once it is cut, as a page that was closed. */
    connect(): { port: Port; cut: () => void } {
      let isCut = false
      let inFlight = 0
      const request = <T>(signal: AbortSignal, work: () => T): Promise<T> => {
        if (isCut) return new Promise(() => {})
        seen.requests++
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
          const cancel = () => finish(() => reject(signal.reason as Error))
          signal.addEventListener('abort', cancel)
          clock.after(20 + random() * 60, () => {
            const trouble = way.trouble()
            let answer: { value: T } | { error: Error } = { error: trouble ?? fault?.fails?.() ?? new Failure('unreachable') }
            for (let times = trouble ? 0 : (fault?.works ?? 1); times > 0; times--) {
              try {
                answer = { value: work() }
              } catch (error) {
                answer = { error: error as Error }
              }
              onChange()
            }
            const failure = trouble ?? fault?.fails?.()
            clock.after(fault?.takes ?? 20, () =>
              finish(() => (failure ? reject(failure) : 'value' in answer ? resolve(answer.value) : reject(answer.error))),
            )
          })
        })
      }
      const change = (work: () => void) => () => {
        seen.changes++
        work()
      }
      return {
        port: {
          list: (chatId, signal) => request(signal, () => service.list(chatId)),
          ban: (chatId, range, signal) =>
            request(
              signal,
              change(() => service.ban(chatId, range)),
            ),
          lift: (chatId, range, signal) =>
            request(
              signal,
              change(() => service.lift(chatId, range)),
            ),
        },
        cut: () => void (isCut = true),
      }
    },
  }
  return way
}
