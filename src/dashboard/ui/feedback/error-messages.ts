import { Failure } from '#contract/client.ts'
import { busyCode } from '#contract/session.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'

/** What went wrong and what to do, in words. `cause` is a heading, `advice` a sentence that can stand after any other. */
export interface ErrorMessage {
  cause: string
  advice: string
}

const tryAgain = 'Try again in a moment.'

export const errorMessage = (error: unknown): ErrorMessage => wordsOf(error, 'Check the result before you try again.')

/** The same for what changes nothing, a read or a sign-in: there is no result to check. */
export const readErrorMessage = (error: unknown): ErrorMessage => wordsOf(error, tryAgain)

/** @param unknown what to do where nobody knows what came of it */
function wordsOf(error: unknown, unknown: string): ErrorMessage {
  if (!(error instanceof Failure)) return { cause: 'Something went wrong on this page', advice: 'Reload the page. Stored data is safe.' }
  const { cause, why = '', next = '' } = usualWords(error, error.isOfRead ? tryAgain : unknown)
  // Whatever else would be advised, the next request meets the same page.
  if (error.hadNoEffect && error.isWebPage) return { cause, advice: `${why} Nothing was changed. ${next}` }
  if (error.hadNoEffect) return { cause, advice: `${why} ${error.advice ?? `${serviceNameFirst()} shows no change. You can try again.`}` }
  return { cause, advice: error.advice ?? [why, next].filter(Boolean).join(' ') }
}

/** `why` adds to the cause, `next` is what to do. */
function usualWords(error: Failure, unknown: string): { cause: string; why?: string; next?: string } {
  const given = error.serviceMessage ? `${serviceNameFirst()} answered “${error.serviceMessage.replace(/\.$/, '')}”.` : error.reason
  switch (error.kind) {
    case 'unreachable':
      return navigator.onLine
        ? { cause: `${serviceNameFirst()} is not responding`, why: 'No response came from its address.', next: 'Try again in a moment.' }
        : { cause: 'No connection', why: 'This device is offline.', next: 'What you typed is kept.' }
    case 'timed-out':
      return { cause: 'The request timed out', why: `${serviceNameFirst()} took too long to respond.`, next: unknown }
    case 'signed-out':
      return { cause: 'Signed out', why: given || 'Your session ended. Sign in again; nothing you typed is lost.' }
    case 'too-many-requests':
      if (error.isFromGateway && error.code === busyCode) return { cause: 'The server is busy', why: error.reason }
      return {
        cause: 'Too many requests',
        why: `${serviceNameFirst()} asks to wait ${Math.ceil(error.retryAfter ?? 60)} s.`,
        // A change that was answered like this was refused.
        next: `${error.isOfRead ? '' : 'Nothing was changed. '}Try again after that.`,
      }
    case 'server-error':
      return {
        cause: `${serviceNameFirst()} has a problem`,
        why: given || `${serviceNameFirst()} answered with an error.`,
        next: unknown,
      }
    case 'not-this-api':
      if (error.isWebPage)
        return {
          cause: 'A web page came in place of an answer',
          why: 'Something between this browser and Roomkeeper, such as a company network, may ask you to sign in.',
          next: 'Reload the page: unsaved edits are kept.',
        }
      return {
        cause: 'Unexpected response',
        why: given || `${serviceNameFirst()} answered in a form that Roomkeeper does not know.`,
        ...(!given && { next: 'If it stays like this, tell who runs Roomkeeper.' }),
      }
    case 'too-large':
      return { cause: 'The answer is too large', why: given || 'The server does not read answers of this size.' }
    case 'refused':
      return { cause: 'Refused', why: given || `${serviceNameFirst()} refused it and gave no reason. You can try again.` }
  }
}

/** Whether a change may have taken effect although it failed: then the machine looks, and never sends it again by itself. */
export const isOutcomeUnknown = (error: unknown) => !(error instanceof Failure) || error.outcomeUnknown

/** Whether nobody knows it even after the look. */
export const isEffectUnknown = (error: unknown): error is Failure => error instanceof Failure && error.outcomeUnknown && !error.hadNoEffect
