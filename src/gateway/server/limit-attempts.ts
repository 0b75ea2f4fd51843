import { Refusal } from '#http/refusal.ts'
import { insecureTransport, tooManyFromCaller, tooManySignIns } from '../refusals.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { AttemptLimiter } from './attempt-limiter.ts'
import { isHttps, isLocal, type RequestContext } from './request-context.ts'

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
