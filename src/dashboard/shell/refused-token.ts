import type { Failure } from '#contract/client.ts'

/** Why a token was not taken, in words for its field. */
export function refusedToken(error: Failure): string {
  if (error.code === 'other_account') return 'This token opens another account. Sign out first to change accounts.'
  if (error.kind === 'refused') return error.said || 'The service refused it.'
  return error.said
    ? `The service refused it: “${error.said.replace(/\.$/, '')}”. Ask the account holder for a new one.`
    : 'The service refused it. Ask the account holder for a new one.'
}
