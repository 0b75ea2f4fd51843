import { Failure } from '#contract/client.ts'

/**
 * What to do where a request got no answer although the server answers another one: content blockers stop addresses with words such as "social". ''
 * where that is not so.
 */
export async function blockedHint(error: unknown): Promise<string> {
  // The gateway says itself that the service is not reached.
  if (!(error instanceof Failure) || error.kind !== 'unreachable' || error.isFromGateway) return ''
  const { ok } = await fetch('/healthz', { cache: 'no-store' })
  return ok
    ? 'Roomkeeper itself can be reached, so an extension of this browser, such as a content blocker, may stop this page. Allow it for this site, then try again.'
    : ''
}
