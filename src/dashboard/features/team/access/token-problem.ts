import { Failure } from '#contract/client.ts'

/** What is wrong with a token that was typed for the team, for its field; null where the failure is about something else. */
export function tokenProblem(failure: unknown): string | null {
  if (!(failure instanceof Failure)) return null
  if (failure.code === 'other_account') return 'This token opens another account. Enter the token of this account.'
  const problems = failure.fields['token']
  return problems ? `The token ${problems.join(' ')}` : null
}
