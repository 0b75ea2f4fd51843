import { createHash } from 'node:crypto'
import { identityHeader } from '#contract/session.ts'
import type { RequestContext } from '../server/request-context.ts'
import { accountChanged, accountNeeded } from '../refusals.ts'

export type Identity = (accountId: number) => string

/**
 * Names an account as the page knows it: its number, and which service it belongs to. Our own service is its installation; a remote one is its
 * address, and the installation that leads there. Hashed: the page needs to compare it, not to read it.
 * @param address of a remote service; '' for our own
 */
export function createIdentity(installation: string, address: string): Identity {
  const service = createHash('sha256').update(`${installation} ${address}`).digest('base64url').slice(0, 22)
  return (accountId) => `${accountId}@${service}`
}

/**
 * Throws where the page shows another account than the session's: all tabs of a browser share one cookie, so a tab may be older than the session.
 * A page that does not say which account it shows is refused as well (one of an earlier release); only somebody who types the address of a read
 * into the browser need not say it.
 */
export function requireMatchingAccount(c: RequestContext, identity: string): void {
  const shown = c.req.header(identityHeader)
  if (shown === identity || (shown === undefined && isNavigation(c))) return
  throw shown === undefined ? accountNeeded() : accountChanged()
}

const isNavigation = (c: RequestContext) => ['GET', 'HEAD'].includes(c.req.method) && c.req.header('sec-fetch-site') !== 'same-origin'
