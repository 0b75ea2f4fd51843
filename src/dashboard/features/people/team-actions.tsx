import type { Invitation, Person, Team } from '#contract/gateway/people.ts'
import type { ScopedToken } from '#contract/gateway/scoped-tokens.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { refreshGateway, writeToGateway } from '#dashboard/platform/api/gateway-query.ts'
import { personNow } from '#dashboard/platform/session/rights.ts'
import { loadSession } from '#dashboard/platform/session/session.ts'
import { leave } from '#dashboard/platform/session/session-state.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Endings, readEndings, reportEnded } from './endings.tsx'

/** What can be done with people, invitations and tokens from the list and from their drawers, each after a question. */

/** Why a person cannot be removed, nor made less than an Owner; null where they can. */
export const lastOwnerReason = (team: Pick<Team, 'people'>, { id, role }: Pick<Person, 'id' | 'role'>): string | null =>
  role === 'owner' && !team.people.some((other) => other.role === 'owner' && other.id !== id)
    ? 'The last Owner. Make someone else an Owner first.'
    : null

/** What a change of one's own access ended: this session among them. */
export async function leaveIfSignedOut(): Promise<void> {
  if (!(await loadSession()).signedIn) leave()
}

export async function removePerson({ id: personId, name }: Person, onRemoved?: () => void): Promise<void> {
  const endings = await readEndings((id) => (id === personId ? null : undefined))
  const isOneself = personId === personNow()?.id
  confirm({
    title: `Remove ${name}?`,
    body: (
      <>
        <p>
          {isOneself ? 'You are' : `${name} is`} signed out everywhere with the next request, and open pages say so within 30 s. Passkeys
          and recovery codes stop working.
        </p>
        <Endings endings={endings} />
        <p>Changes keeps the name. To come back, they need a new invitation.</p>
      </>
    ),
    confirmLabel: 'Remove person',
    danger: true,
    run: async () => {
      const answer = await writeToGateway('personRemove', { params: { personId } })
      onRemoved?.()
      toast(`${name} was removed`)
      reportEnded(answer)
      if (isOneself) return leaveIfSignedOut()
      await refreshGateway('teamRead', 'scopedTokenList')
    },
  })
}

export const revokeInvitation = ({ id: invitationId, name }: Invitation, onRevoked?: () => void): void =>
  confirm({
    title: `Revoke the invitation of ${name}?`,
    body: 'The link stops working at once. You can invite the person again.',
    confirmLabel: 'Revoke invitation',
    danger: true,
    run: async () => {
      await writeToGateway('invitationRevoke', { params: { invitationId } })
      onRevoked?.()
      toast(`The invitation of ${name} was revoked`)
      await refreshGateway('teamRead')
    },
  })

export const renewInvitation = (
  { id: invitationId, name }: Invitation,
  onLink: (link: { invitation: Invitation; secret: string }) => void,
): void =>
  confirm({
    title: `Create a new link for ${name}?`,
    body: 'The earlier link stops working. The new one is shown once and works for 24 hours.',
    confirmLabel: 'Create link',
    run: async () => {
      const { data } = await writeToGateway('invitationRenew', { params: { invitationId }, body: {} })
      onLink(data)
      await refreshGateway('teamRead')
    },
  })

export const revokeToken = ({ id: tokenId, label }: ScopedToken, onRevoked?: () => void): void =>
  confirm({
    title: `Revoke ${label}?`,
    body: 'Whatever uses this token is refused with its next request. A token can’t be restored; you can create another one.',
    confirmLabel: 'Revoke token',
    danger: true,
    run: async () => {
      await writeToGateway('scopedTokenRevoke', { params: { tokenId } })
      onRevoked?.()
      toast(`${label} was revoked`)
      await refreshGateway('scopedTokenList')
    },
  })
