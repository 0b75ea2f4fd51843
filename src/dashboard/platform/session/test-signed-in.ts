import type { Session } from '#contract/session.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { limitsOf, rightsOf, roles } from '#contract/gateway/rights.ts'

const noWays = { passkey: false, company: false, origin: 'http://localhost' }

export const signedOut: Session = { signedIn: false, service: { kind: 'bundled', address: '' }, demo: null, signIn: noWays }

/** The session of somebody who is signed in to the built-in service, and stays so for as long as any test runs. */
export const signedIn: Session & { signedIn: true } = {
  signedIn: true,
  service: { kind: 'bundled', address: '' },
  demo: null,
  signIn: noWays,
  account: { id: 7, name: 'Kim', email: 'kim@example.org' },
  identity: '7@here',
  idleEnd: 4_000_000_000,
  end: 4_000_000_000,
  tokenEnd: null,
  freshUntil: 4_000_000_000,
}

/** The same account with team access, and a person of this role. */
export const signedInAs = (role: RoleName, chats: GrantedChats): typeof signedIn => ({
  ...signedIn,
  team: {
    person: {
      id: 'p1',
      name: `Pat the ${roles[role].label}`,
      role,
      rights: rightsOf(role, {}),
      chats,
      limits: limitsOf(role, {}),
      waitingUntil: 0,
      mustRegisterPasskey: false,
    },
    people: 1,
    owners: ['Inês Carvalho'],
    isTokenRejected: false,
    confirmWith: 'passkey',
  },
})
