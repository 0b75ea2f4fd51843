import { isIPv6 } from 'node:net'
import { Refusal } from '#http/refusal.ts'
import { insecureTransport, tooManyFromCaller, tooManySignIns } from '../refusals.ts'
import type { ActiveSession } from '../session/sessions.ts'
import { type RequestContext, isHttps, isLocal } from './request-context.ts'

const windowMs = 60_000
/** About 20 MB of memory. Beyond it the key with the oldest last attempt is dropped. */
const maxKeys = 100_000

export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>

/** Times in milliseconds. */
interface History {
  attempts: number[]
  failures: number[]
}

/**
 * Limits attempts per key (an address, a session) within a sliding window of a minute. Keys are ordered by their last attempt, so the cleanup
 * stops at the first recent one and never scans the whole table.
 * @param maxAttempts of any outcome
 */
export function createAttemptLimiter(maxAttempts: number, maxFailures: number, nowMs: () => number) {
  const histories = new Map<string, History>()
  let cleanup: NodeJS.Timeout | undefined

  function historyOf(key: string): History {
    const { attempts = [], failures = [] } = histories.get(key) ?? {}
    const start = nowMs() - windowMs
    const isRecent = (time: number) => time > start
    return { attempts: attempts.filter(isRecent), failures: failures.filter(isRecent) }
  }

  function keep(key: string, past: History): void {
    // Reinserted at the end: a Map keeps insertion order.
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

  const waitAfter = ({ attempts, failures }: History) => Math.max(wait(attempts, maxAttempts), wait(failures, maxFailures))

  return {
    /** The seconds to wait if a limit is reached, else 0, without counting. */
    waitFor: (key: string): number => waitAfter(historyOf(key)),
    /** Counts an attempt and returns 0, or returns the seconds to wait, without counting, if a limit is reached. */
    begin: (key: string): number => {
      const past = historyOf(key)
      const seconds = waitAfter(past)
      if (seconds === 0) keep(key, { ...past, attempts: [...past.attempts, nowMs()] })
      return seconds
    },
    /** Records that an attempt has failed. */
    recordFailure: (key: string): void => {
      const past = historyOf(key)
      keep(key, { ...past, failures: [...past.failures, nowMs()] })
    },
  }
}

/**
 * The key that a limit counts under: an IPv4 address as it is, an IPv6 address by its /64 network, which usually belongs to one customer.
 * Anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  const version4 = /^::ffff:(\d[\d.]*)$/i.exec(address)?.[1]
  if (version4 !== undefined || !isIPv6(address)) return version4 ?? address
  const [withoutZone = ''] = address.split('%')
  // URL normalizes an IPv6 address: lower case, no leading zeros, and :: for the longest run of zeros.
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups = tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Refusals that mean that a secret was guessed. */
const guesses: ReadonlySet<string> = new Set(['token_refused', 'passkey_refused', 'recovery_code_refused', 'invitation_unknown'])

/** Throws where others on the network could read the secret of a request. @param refuse makes the refusal */
export function requireSecureTransport(c: RequestContext, refuse = insecureTransport): void {
  if (!isHttps(c) && !isLocal(c)) throw refuse()
}

/** Throws while there were too many failures under the key. For requests that are not counted where they succeed. */
export function requireUnlimited(limiter: AttemptLimiter, key: string): void {
  const wait = limiter.waitFor(key)
  if (wait > 0) throw tooManySignIns(wait)
}

/** Runs what checks a secret, unless there were too many attempts under the key, or others on the network could read the secret. */
export async function limitAttempts<T>(c: RequestContext, limiter: AttemptLimiter, key: string, work: () => Promise<T>): Promise<T> {
  requireSecureTransport(c)
  const wait = limiter.begin(key)
  if (wait > 0) throw tooManySignIns(wait)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && guesses.has(error.code)) limiter.recordFailure(key)
    throw error
  }
}

/** Counts a request of a person, of a session without one, or of a token. Throws while there were too many. */
export function limitRequests(limiter: AttemptLimiter, { member, hash }: Pick<ActiveSession, 'member' | 'hash'>): void {
  const wait = limiter.begin(member?.id ?? hash)
  if (wait > 0) throw tooManyFromCaller(wait)
}
