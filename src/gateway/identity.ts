import { createHash } from 'node:crypto'

/**
 * Names an account as the page knows it: its number, and which service it belongs to. Our own service is its installation; a remote one is its
 * address, and the installation that leads there. Hashed: the page needs to compare it, not to read it.
 * @param address of a remote service; '' for our own
 */
export function identityOf(installation: string, address: string): (accountId: number) => string {
  const service = createHash('sha256').update(`${installation} ${address}`).digest('base64url').slice(0, 22)
  return (accountId) => `${accountId}@${service}`
}
