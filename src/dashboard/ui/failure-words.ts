import { Failure } from '#contract/client.ts'

/** What went wrong and what to do, in words. `cause` is a heading, `advice` a sentence that can stand after any other. */
export interface FailureWords {
  cause: string
  advice: string
}

export function failureWords(error: unknown): FailureWords {
  const words = usualWords(error)
  return error instanceof Failure && error.advice ? { ...words, advice: error.advice } : words
}

function usualWords(error: unknown): FailureWords {
  if (!(error instanceof Failure))
    return { cause: 'Something broke in this page', advice: 'Reload the page; what the service holds is safe.' }
  const quoted = error.said ? `The service answered “${error.said.replace(/\.$/, '')}”.` : ''
  switch (error.kind) {
    case 'unreachable':
      return navigator.onLine
        ? { cause: 'The service does not answer', advice: quoted || 'Nothing came back from its address. Try again in a moment.' }
        : { cause: 'No connection', advice: 'This device is offline. What you typed is kept.' }
    case 'blocked':
      return {
        cause: 'Blocked by the browser (CORS)',
        advice: 'The service does not allow pages from this address. Ask its operator to add it, or use the gateway.',
      }
    case 'timed-out':
      return { cause: 'No answer in time', advice: 'The service took too long. Check the result before you try again.' }
    case 'signed-out':
      return { cause: 'Signed out', advice: quoted || 'The session ended. Sign in again: nothing you typed is lost.' }
    case 'too-many-requests':
      return { cause: 'Too many requests', advice: `The service asks to wait. Next try in ${Math.ceil(error.retryAfter ?? 60)} s.` }
    case 'not-this-api':
      return {
        cause: 'Not what we expected',
        advice: quoted || 'The address answered, but not with this interface. Is the base address right?',
      }
    case 'refused':
      return { cause: 'Refused', advice: quoted || 'The service refused it and gave no reason. You may try again.' }
  }
}

/** Whether a change may have taken effect although it failed: then the machine looks, and never sends it again by itself. */
export const isOutcomeUnknown = (error: unknown) => !(error instanceof Failure) || error.outcomeUnknown
