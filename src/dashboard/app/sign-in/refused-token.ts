import type { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'

/** Explains below the token field why a token was rejected. */
export function refusedToken(error: Failure): string {
  if (error.code === 'other_account') return 'This token opens another account. Sign out first to change accounts.'
  if (error.kind === 'refused') return error.reason || error.serviceMessage || `${serviceNameFirst()} refused it.`
  const why = error.serviceMessage
    ? `${serviceNameFirst()} refused it: “${error.serviceMessage.replace(/\.$/, '')}”.`
    : error.reason || `${serviceNameFirst()} refused it.`
  return `${why} Ask the account holder for a new one.`
}
