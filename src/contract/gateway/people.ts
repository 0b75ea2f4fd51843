import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Session } from '../session.ts'
import { boolean, doneResponse, itemResponse, key, lineText, nameText } from '../values.ts'
import { GrantedChats } from './grant.ts'
import { roleNames } from './role-names.ts'
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

/** Shown once; the server keeps only a hash. */
const InvitationSecret = z.object({ invitation: Invitation, secret: z.string() })
const token = z.string().check(z.minLength(1, 'Enter the account token'), z.maxLength(8000, 'This is too long for a token'))

/** Team access itself. */
export const team = {
  teamRead: endpoint('GET /team', 'people.read', 'Read the team', { response: itemResponse(Team) }),
  teamTurnOn: endpoint('POST /team', 'people.write', 'Turn on team access', {
    description: 'Seals the token for the requests of all people. Who does it becomes the first Owner.',
    body: z.object({ token: z.optional(token), name: personName }),
    response: Session,
  }),
  teamTurnOff: endpoint('DELETE /team', 'people.write', 'Turn off team access', {
    description: 'People are signed out at once; their roles are kept. Scoped tokens are revoked. The sealed token is deleted.',
    stepUp: true,
  }),
  teamTokenReplace: endpoint('PUT /team/token', 'people.write', 'Replace the sealed token', { body: z.object({ token }) }),
  rolesUpdate: endpoint('PUT /roles', 'people.write', 'Change permissions and limits of roles', {
    stepUp: true,
    body: z.object({ roles: RoleChanges, revision: z.number() }),
    response: withEnded(itemResponse(Team)),
  }),
}

/** People and their grants. */
export const people = {
  personRead: endpoint('GET /people/{personId}', 'people.read', 'Read a person with passkeys and sessions', {
    response: itemResponse(PersonDetails),
  }),
  personUpdate: endpoint('PUT /people/{personId}', 'people.write', 'Change name, role, chats and limits of a person', {
    stepUp: true,
    body: z.object({ ...grant, revision: z.number() }),
    response: withEnded(itemResponse(Person)),
  }),
  personRemove: endpoint('DELETE /people/{personId}', 'people.write', 'Remove a person', {
    stepUp: true,
    response: withEnded(doneResponse),
  }),
  passkeyRemove: endpoint('DELETE /people/{personId}/passkeys/{passkeyId}', 'people.write', 'Remove a passkey of a person', {
    stepUp: true,
  }),
  sessionEnd: endpoint('DELETE /people/{personId}/sessions/{sessionId}', 'people.write', 'End a session of a person'),
}

export const invitations = {
  invitationCreate: endpoint('POST /invitations', 'people.write', 'Invite a person', {
    stepUp: true,
    body: z.object(grant),
    response: itemResponse(InvitationSecret),
  }),
  invitationRenew: endpoint('POST /invitations/{invitationId}/renew', 'people.write', 'Make a new link; the old one ends', {
    stepUp: true,
    body: z.object({}),
    response: itemResponse(InvitationSecret),
  }),
  invitationRevoke: endpoint('DELETE /invitations/{invitationId}', 'people.write', 'Revoke an invitation'),
}
