import { createHash } from 'node:crypto'
import { identityHeader } from '#contract/session.ts'
import { accountChanged, accountNeeded } from '../refusals.ts'
import type { RequestContext } from '../server/request-context.ts'

export type Identity = (accountId: number) => string

/**
 * Returns a function from an account's id to its identity: the id, and a hash of the service it belongs to. Our own service is identified by the
 * installation; a remote one by its address and the installation in front of it. The page compares identities and need not read them.
 * @param address of a remote service; '' for our own
 */
export function createIdentity(installation: string, address: string): Identity {
  const service = createHash('sha256').update(`${installation} ${address}`).digest('base64url').slice(0, 22)
  return (accountId) => `${accountId}@${service}`
}

/**
 * Throws if the page shows a different account than the session's: all tabs of a browser share one cookie, so a tab may be older than the session.
 * A request without the header is refused too (a page of an earlier release), except a read that the user opens by typing its URL.
 */
export function requireMatchingAccount(c: RequestContext, identity: string): void {
  const shown = c.req.header(identityHeader)
  if (shown === identity || (shown === undefined && isNavigation(c))) return
  throw shown === undefined ? accountNeeded() : accountChanged()
}

const isNavigation = (c: RequestContext) => ['GET', 'HEAD'].includes(c.req.method) && c.req.header('sec-fetch-site') !== 'same-origin'
