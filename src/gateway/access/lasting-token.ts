import type { RequestContext } from '../server/request-context.ts'
import type { SessionDescriber } from '../session/describe-session.ts'
import type { ActiveSession } from '../session/sessions.ts'

/** How long the token of the demo's standing access lasts. */
export const demoSeconds = 365 * 24 * 60 * 60

/** The token of a session, for use after it has ended. In the demo, whose tokens end with their session, one that lasts a year. */
export async function lastingToken(
  { demoFor, now }: Pick<SessionDescriber, 'demoFor'> & { now: () => number },
  c: RequestContext,
  { account, token }: ActiveSession,
): Promise<string> {
  const demo = demoFor(c)
  return demo?.accountId === account.id ? demo.makeToken(now() + demoSeconds) : token
}
