import { Failure, type Call } from '#contract/client.ts'
import type { Wait } from './request-scheduler.ts'

/** When single reads are sent again: those of the page, of commands and of the gateway's own work. Reads of many pages have a scheduler. */

/**
 * A read is sent at most three times after connection errors, and after the Retry-After delay when the service is busy. A refusal is never retried, nor
 * is a timeout: nobody should wait longer than one time limit for a result.
 * @param failures before this one
 */
export function isReadRetried(failures: number, error: Error): boolean {
  if (!(error instanceof Failure)) return false
  if (error.kind === 'too-many-requests') return failures < 2 && (error.retryAfter ?? 1) <= 60
  return error.kind === 'unreachable' && failures < 2
}

/** Milliseconds. @param failures before this one */
export const readRetryMs = (failures: number, error: Error): number =>
  error instanceof Failure && error.retryAfter !== undefined ? error.retryAfter * 1000 : Math.min(500 * 2 ** failures, 8000)

const never = new AbortController().signal

/** Resolves and rejects as the last try does. @param onWait called with the failure before each wait */
export async function retryRead<T>(
  read: () => Promise<T>,
  wait: Wait,
  signal = never,
  onWait: (because: Failure) => void = () => {},
): Promise<T> {
  for (let failures = 0; ; failures++)
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Failure) || !isReadRetried(failures, error)) throw error
      onWait(error)
      await wait(readRetryMs(failures, error), signal)
      signal.throwIfAborted()
    }
}

/** Whether a call changes nothing. */
export const isRead = (name: string): boolean => /(?:List|Read)$/.test(name)

/** The same calls, whose reads are retried. A change is sent once. */
export const withReadRetries =
  (call: Call, wait: Wait, onWait?: (because: Failure) => void): Call =>
  (name, input, options) =>
    isRead(name) ? retryRead(() => call(name, input, options), wait, options?.signal, onWait) : call(name, input, options)
