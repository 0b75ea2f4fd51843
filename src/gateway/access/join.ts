import { chatRead } from '#contract/chats.ts'
import { fillPath } from '#contract/endpoint.ts'
import { GrantedChats } from '#contract/gateway/grant.ts'
import { invitationExpired, invitationRevoked, invitationUnknown, invitationUsed, sessionEnded } from '../refusals.ts'
import { requestUpstream } from '../forward/upstream.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import type { HandlerOptions } from '../pipeline/handler.ts'
import { fromJson } from './member.ts'
import { hashOf } from './secrets.ts'
import { chatTitle } from '#contract/chat-title.ts'
import { insert, rowsWith, update } from '#db/rows.ts'

/** Who joins a team, and with which invitation. */

type Invitation = GatewayTables['invitation']
type Team = GatewayTables['team']

/** The invitation of a link that can still be used. Throws for one that cannot, and says why and whom to ask. @param now Unix seconds */
export async function openInvitation(query: Query, secret: string, now: number): Promise<{ invitation: Invitation; team: Team }> {
  const invitation = await rowsWith(query, 'invitation', { hash: hashOf(secret) })
    .selectAll()
    .executeTakeFirst()
  if (!invitation) throw invitationUnknown()
  const team = await rowsWith(query, 'team', { workspace: invitation.workspace }).selectAll().executeTakeFirst()
  const by = inviterOf(invitation)
  if (invitation.accepted !== null) throw invitationUsed(by)
  if (invitation.revoked !== null) throw invitationRevoked(by)
  if (invitation.expires <= now) throw invitationExpired(by)
  if (!team || team.since === null) throw sessionEnded('team_off')
  return { invitation, team }
}

/** Of the challenge with which somebody joins. Its data is the id that the person will have. */
export const joinPurpose = (invitationId: string) => `join:${invitationId}`

/** Whoever signed in with the account's token has no name here. */
const inviterOf = ({ invited_by }: Invitation) => invited_by || 'an Owner'

/** Uses up an invitation: of two who open it at the same moment, one joins and the other is told that it was used. */
export async function acceptInvitation(trx: Query, invitation: Invitation, personId: string, now: number): Promise<void> {
  // A link that was renewed meanwhile has another secret.
  const open = { id: invitation.id, hash: invitation.hash, accepted: null, revoked: null }
  if (!(await update(trx, 'invitation', open, { accepted: now }))) throw invitationUsed(inviterOf(invitation))
  const { workspace, name, role, chats, limits, email, invited_by } = invitation
  const fresh = { joined: now, last_seen: now, used_recovery_code: 0, waiting_until: 0, removed: null, revision: 1 }
  await insert(trx, 'person', { id: personId, workspace, name, role, chats, limits, email, invited_by, ...fresh })
}

/** What the page says to whoever opens the link. */
export async function invitedGrant(options: HandlerOptions, invitation: Invitation, team: Team) {
  const chats = fromJson(GrantedChats, invitation.chats)
  const { name, role, expires } = invitation
  const account = team.account_name || team.account_email
  return {
    name,
    role,
    chats: chats === 'all' ? chats : await chatNames(options, team, chats),
    account,
    invitedBy: inviterOf(invitation),
    expires,
  }
}

/** The page names no more than a few. */
const maxNamedChats = 20

/** The names of chats, read with the sealed token; their ids where the service does not answer. */
async function chatNames({ upstream, keys }: HandlerOptions, team: Team, ids: readonly number[]): Promise<string[]> {
  const token = keys.unseal('workspace-token', team.workspace, team.sealed_token)
  const nameOf = async (chatId: number, index: number) => {
    const unnamed = chatTitle({ chatId, name: '' })
    if (token === null || index >= maxNamedChats) return unnamed
    try {
      const path = fillPath(chatRead.path, { chatId })
      const { json } = await requestUpstream(upstream, path, { method: chatRead.method, token })
      return chatTitle(chatRead.response.parse(json).data)
    } catch {
      return unnamed
    }
  }
  return Promise.all(ids.map(nameOf))
}
