import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Session } from '../session.ts'
import { boolean, doneResponse, itemResponse, lineText, nameText } from '../values.ts'
import { GrantedChats, roleNames } from './grant.ts'
import { key } from './key.ts'
import { withEnded } from './lent.ts'
import { LimitChanges, RoleChanges } from './rights.ts'

/** The team of an account: people and their grants, invitations, passkeys and sessions. Times are Unix seconds. */

export const invitationHours = 24

const secondsOrNever = z.nullable(z.number())
export const Role = z.enum(roleNames)
const personName = nameText(100)

const grant = {
  name: personName,
  role: Role,
  chats: GrantedChats,
  limits: LimitChanges,
  /** The address by which company sign-in recognises the person; '' = not used. */
  email: lineText(254),
}

export const Person = z.object({
  id: key,
  ...grant,
  joined: z.number(),
  invitedBy: z.string(),
  /** Of the last request; null = never. */
  lastSeen: secondsOrNever,
  /** A request arrived within the last two minutes. */
  isActive: boolean,
  passkeys: z.number(),
  hasUsedRecoveryCode: boolean,
  /** Until when the person may not change rights, after a recovery code; 0 = not waiting. */
  waitingUntil: z.number(),
  /** Counts the changes, for compare-and-swap. */
  revision: z.number(),
})
export type Person = z.output<typeof Person>

export const Invitation = z.object({ id: key, ...grant, created: z.number(), invitedBy: z.string(), expires: z.number() })
export type Invitation = z.output<typeof Invitation>

export const Team = z.object({
  /** null = team access is off. */
  on: z.nullable(
    z.object({
      since: z.number(),
      by: z.string(),
      /** The last four characters of the account's token. */
      tokenEnd: z.string(),
      /** When the service last accepted or rejected it. */
      tokenChecked: secondsOrNever,
      isTokenRejected: boolean,
    }),
  ),
  people: z.array(Person),
  invitations: z.array(Invitation),
  roles: RoleChanges,
  /** Counts the changes of roles, for compare-and-swap. */
  rolesRevision: z.number(),
})
export type Team = z.output<typeof Team>

export const Passkey = z.object({ id: key, name: z.string(), added: z.number(), lastUsed: secondsOrNever })
export const PersonSession = z.object({
  id: key,
  /** Browser and system, as far as they can be told, such as "Firefox on Linux". */
  device: z.string(),
  address: z.string(),
  signedIn: z.number(),
  lastUsed: z.number(),
  isThisOne: boolean,
})
export const PersonDetails = z.object({
  ...Person.shape,
  passkeyList: z.array(Passkey),
  recoveryCodesLeft: z.number(),
  sessions: z.array(PersonSession),
})
export type PersonDetails = z.output<typeof PersonDetails>

const inPerson = z.object({ personId: key })
/** Shown once; the server keeps only a hash. */
const InvitationSecret = z.object({ invitation: Invitation, secret: z.string() })
const token = z.string().check(z.minLength(1, 'Enter the account token'), z.maxLength(8000, 'This is too long for a token'))

/** Team access itself. */
export const team = {
  teamRead: endpoint({ method: 'GET', path: '/team', summary: 'Read the team', right: 'people.read', response: itemResponse(Team) }),
  teamTurnOn: endpoint({
    method: 'POST',
    path: '/team',
    summary: 'Turn on team access',
    description: 'Seals the token for the requests of all people. Who does it becomes the first Owner.',
    right: 'people.write',
    body: z.object({ token: z.optional(token), name: personName }),
    response: Session,
  }),
  teamTurnOff: endpoint({
    method: 'DELETE',
    path: '/team',
    summary: 'Turn off team access',
    description: 'People are signed out at once; their roles are kept. Scoped tokens are revoked. The sealed token is deleted.',
    right: 'people.write',
    stepUp: true,
    response: doneResponse,
  }),
  teamTokenReplace: endpoint({
    method: 'PUT',
    path: '/team/token',
    summary: 'Replace the sealed token',
    right: 'people.write',
    body: z.object({ token }),
    response: doneResponse,
  }),
  rolesUpdate: endpoint({
    method: 'PUT',
    path: '/roles',
    summary: 'Change rights and limits of roles',
    right: 'people.write',
    stepUp: true,
    body: z.object({ roles: RoleChanges, revision: z.number() }),
    response: withEnded(itemResponse(Team)),
  }),
}

/** People and their grants. */
export const people = {
  personRead: endpoint({
    method: 'GET',
    path: '/people/{personId}',
    summary: 'Read a person with passkeys and sessions',
    right: 'people.read',
    params: inPerson,
    response: itemResponse(PersonDetails),
  }),
  personUpdate: endpoint({
    method: 'PUT',
    path: '/people/{personId}',
    summary: 'Change name, role, chats and limits of a person',
    right: 'people.write',
    stepUp: true,
    params: inPerson,
    body: z.object({ ...grant, revision: z.number() }),
    response: withEnded(itemResponse(Person)),
  }),
  personRemove: endpoint({
    method: 'DELETE',
    path: '/people/{personId}',
    summary: 'Remove a person',
    right: 'people.write',
    stepUp: true,
    params: inPerson,
    response: withEnded(doneResponse),
  }),
  passkeyRemove: endpoint({
    method: 'DELETE',
    path: '/people/{personId}/passkeys/{passkeyId}',
    summary: 'Remove a passkey of a person',
    right: 'people.write',
    stepUp: true,
    params: z.object({ personId: key, passkeyId: key }),
    response: doneResponse,
  }),
  sessionEnd: endpoint({
    method: 'DELETE',
    path: '/people/{personId}/sessions/{sessionId}',
    summary: 'End a session of a person',
    right: 'people.write',
    params: z.object({ personId: key, sessionId: key }),
    response: doneResponse,
  }),
}

export const invitations = {
  invitationCreate: endpoint({
    method: 'POST',
    path: '/invitations',
    summary: 'Invite a person',
    right: 'people.write',
    stepUp: true,
    body: z.object(grant),
    response: itemResponse(InvitationSecret),
  }),
  invitationRenew: endpoint({
    method: 'POST',
    path: '/invitations/{invitationId}/renew',
    summary: 'Make a new link; the old one ends',
    right: 'people.write',
    stepUp: true,
    params: z.object({ invitationId: key }),
    body: z.object({}),
    response: itemResponse(InvitationSecret),
  }),
  invitationRevoke: endpoint({
    method: 'DELETE',
    path: '/invitations/{invitationId}',
    summary: 'Revoke an invitation',
    right: 'people.write',
    params: z.object({ invitationId: key }),
    response: doneResponse,
  }),
}
