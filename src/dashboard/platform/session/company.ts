import { gatewayPaths } from '#contract/session.ts'
import { accept, acceptConfirmation, scopesToConfirm } from './sign-in.ts'
import { requestGateway } from './call-gateway.ts'

/** Company sign-in: the browser leaves for the company's provider and comes back with a ticket (contract/gateway/company.ts). */

interface Start {
  /** The path to open afterwards. */
  next: string | null
  keep: boolean
  /** When a session is renewed: only people of this account are accepted. */
  account: number | undefined
}

/** Leads to the provider. A session is renewed in another window, so that this page keeps what was typed; it learns of it as of any sign-in elsewhere. */
export function openCompanySignIn({ next, keep, account }: Start): void {
  const query = new URLSearchParams({
    ...(next && { next }),
    ...(keep && { keep: '1' }),
    ...(account !== undefined && { account: String(account) }),
  }).toString()
  const path = `${gatewayPaths.company}/start${query && `?${query}`}`
  if (account === undefined) location.assign(path)
  else window.open(path, '_blank', 'noopener')
}

/** Finishes a sign-in. Rejects with a Failure, whose `data` has the accounts if the person must choose one. */
export async function finishCompanySignIn(ticket: string, account?: number): Promise<void> {
  accept(await requestGateway('companySignIn', { body: { ticket, ...(account !== undefined && { account }) } }))
}

/** Begins to confirm the waiting actions. Resolves to the address to open in another window, and to the ticket. */
export async function beginCompanyConfirmation() {
  const scopes = scopesToConfirm()
  const { data } = await requestGateway('confirmCompanyOptions', { body: { for: scopes } })
  return { ...data, scopes }
}
type Begun = Awaited<ReturnType<typeof beginCompanyConfirmation>>

/** Resolves to whether the person has come back from the provider; the waiting actions then continue. Rejects if the company or the gateway refused it. */
export async function finishCompanyConfirmation({ ticket, scopes }: Begun): Promise<boolean> {
  const { data } = await requestGateway('confirmCompany', { body: { ticket } })
  if (data.isConfirmed) acceptConfirmation(scopes)
  return data.isConfirmed
}
