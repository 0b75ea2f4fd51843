import { isIPv6 } from 'node:net'

const windowMs = 60_000
/** Most keys that are kept: some 20 MB. Beyond it the one that was quiet for longest is forgotten. */
const maxKeys = 100_000

export interface AttemptLimiter {
  /** Counts an attempt, unless one limit is reached: then the seconds to wait, and nothing is counted. */
  begin: (key: string) => number
  /** Adds a failure to the attempt that was counted. */
  recordFailure: (key: string) => void
}

/** Times in milliseconds. */
interface History {
  attempts: number[]
  failures: number[]
}

/**
 * Limits attempts per key (an address, a session) within a sliding minute. Never looks through the whole table: the keys lie in the order of their
 * last attempt, so those that a timer forgets are the first ones.
 * @param most attempts of any outcome
 * @param mostFailed attempts that failed
 * @param nowMs the time in milliseconds
 */
export function createAttemptLimiter(most: number, mostFailed: number, nowMs: () => number): AttemptLimiter {
  const histories = new Map<string, History>()
  let cleanup: NodeJS.Timeout | undefined

  function historyOf(key: string): History {
    const { attempts = [], failures = [] } = histories.get(key) ?? {}
    const start = nowMs() - windowMs
    const isRecent = (time: number) => time > start
    return { attempts: attempts.filter(isRecent), failures: failures.filter(isRecent) }
  }

  function keep(key: string, past: History): void {
    // Deleted first, so that it goes to the end.
    histories.delete(key)
    histories.set(key, past)
    if (histories.size > maxKeys) histories.delete(histories.keys().next().value!)
    cleanup ??= setTimeout(forgetExpired, windowMs).unref()
  }

  function forgetExpired(): void {
    const start = nowMs() - windowMs
    for (const [key, { attempts, failures }] of histories) {
      if (Math.max(attempts.at(-1) ?? 0, failures.at(-1) ?? 0) > start) break
      histories.delete(key)
    }
    cleanup = histories.size ? setTimeout(forgetExpired, windowMs).unref() : undefined
  }

  const wait = (times: number[], limit: number) =>
    times.length < limit ? 0 : Math.max(1, Math.ceil((times[times.length - limit]! + windowMs - nowMs()) / 1000))

  return {
    begin: (key) => {
      const past = historyOf(key)
      const seconds = Math.max(wait(past.attempts, most), wait(past.failures, mostFailed))
      if (seconds === 0) keep(key, { ...past, attempts: [...past.attempts, nowMs()] })
      return seconds
    },
    recordFailure: (key) => {
      const past = historyOf(key)
      keep(key, { ...past, failures: [...past.failures, nowMs()] })
    },
  }
}

/**
 * What a limit counts as one: an address of version 4, and the /64 network of one of version 6, which a single customer has to choose addresses from.
 * What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const version4 = /^::ffff:(\d[\d.]*)$/i.exec(address)?.[1]
  if (version4 !== undefined || !isIPv6(address)) return version4 ?? address
  const [withoutZone = ''] = address.split('%')
  // A URL writes every form of an address in one way: in lower case, without leading zeros and with :: for the longest run of zeros.
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups = tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
