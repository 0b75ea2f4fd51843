import type { Failure } from '#contract/client.ts'

/** Explains below the token field why a token was rejected. */
export function refusedToken(error: Failure): string {
  if (error.code === 'other_account') return 'This token opens another account. Sign out first to change accounts.'
  if (error.kind === 'refused') return error.reason || error.serviceMessage || 'The service refused it.'
  const why = error.serviceMessage
    ? `The service refused it: “${error.serviceMessage.replace(/\.$/, '')}”.`
    : error.reason || 'The service refused it.'
  return `${why} Ask the account holder for a new one.`
}
