import { Failure } from '#contract/client.ts'
import { printable } from './print.ts'

/** Documented in docs/command-line.md. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notPermitted: 3, unknown: 4 } as const

/** @param isSent whether a change was sent: without one no outcome can be unknown */
export function exitCodeOf(error: unknown, isSent: boolean): number {
  if (!(error instanceof Failure)) return exitCodes.failed
  if (error.kind === 'signed-out' || error.status === 403) return exitCodes.notPermitted
  return isSent && error.outcomeUnknown && !error.hadNoEffect ? exitCodes.unknown : exitCodes.failed
}

const kinds: Record<Failure['kind'], string> = {
  unreachable: 'The server cannot be reached.',
  'timed-out': 'No answer arrived in time.',
  'signed-out': 'The token is not accepted.',
  refused: 'The request was refused.',
  'too-many-requests': 'Too many requests.',
  'server-error': 'The server answered with an error.',
  'not-this-api': 'The server answered, but not with the chat API. Check ROOMKEEPER_URL.',
  'too-large': 'The answer is larger than the server reads.',
}

/** What happened and what to do, in sentences. */
export function messageOf(error: unknown, isSent: boolean): string {
  if (!(error instanceof Failure)) return printable(error instanceof Error ? error.message : String(error))
  const { kind, reason, serviceMessage, advice, fields, retryAfter } = error
  const isUnknown = exitCodeOf(error, isSent) === exitCodes.unknown
  const sentences = [
    isUnknown &&
      'Outcome unknown: the request was sent, and it is not known whether it took effect. Read what is there before you send it again.',
    reason || serviceMessage || kinds[kind],
    reason && serviceMessage,
    ...Object.entries(fields).map(([field, messages]) => `${field} ${messages.join(', ')}.`),
    advice,
    retryAfter !== undefined && `Try again in ${retryAfter} s.`,
  ]
  return sentences
    .filter((sentence) => typeof sentence === 'string' && sentence !== '')
    .map((sentence) => printable(sentence as string))
    .join(' ')
}
