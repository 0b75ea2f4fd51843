import type { Invitation, Person, Team } from '#contract/gateway/people.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { loadSession } from '#dashboard/platform/session/session.ts'
import { leave } from '#dashboard/platform/session/session-state.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Endings } from '../lent/Endings.tsx'
import { readEndings, reportEnded } from '../lent/endings.ts'

/** Why a person cannot be removed, nor made less than an Owner; null where they can. */
export const lastOwnerReason = (team: Pick<Team, 'people'>, { id, role }: Pick<Person, 'id' | 'role'>): string | null =>
  role === 'owner' && !team.people.some((other) => other.role === 'owner' && other.id !== id)
    ? 'The last Owner. Make someone else an Owner first.'
    : null

/** What a change of one's own access ended: this session among them. */
export async function leaveIfSignedOut(): Promise<void> {
  if (!(await loadSession()).signedIn) leave()
}

interface TeamActionsOptions {
  team: Team
  onLink: (link: { invitation: Invitation; secret: string }) => void
  onRemoved: () => void
}

export type TeamActions = ReturnType<typeof useTeamActions>

/** What can be done with people and invitations from the list and from their drawers. */
export function useTeamActions({ team, onLink, onRemoved }: TeamActionsOptions) {
  const me = usePerson()
  const removing = useGatewayAction('personRemove', (send, personId: string) => send('personRemove', { params: { personId } }))
  const revoking = useGatewayAction('invitationRevoke', (send, invitationId: string) =>
    send('invitationRevoke', { params: { invitationId } }),
  )
  const renewing = useGatewayAction('invitationRenew', (send, invitationId: string) =>
    send('invitationRenew', { params: { invitationId }, body: {} }),
  )

  async function remove(person: Person) {
    const endings = await readEndings((personId) => (personId === person.id ? null : undefined))
    confirm({
      title: `Remove ${person.name}?`,
      body: (
        <>
          <p>
            {person.id === me?.id ? 'You are' : `${person.name} is`} signed out everywhere with the next request, and open pages say so
            within 30 s. Passkeys and recovery codes stop working.
          </p>
          <Endings endings={endings} />
          <p>Activity keeps the name. To come back, they need a new invitation.</p>
        </>
      ),
      confirmLabel: 'Remove person',
      danger: true,
      run: async () => {
        const answer = await removing.mutateAsync(person.id)
        onRemoved()
        toast(`${person.name} was removed`)
        reportEnded(answer)
        if (person.id === me?.id) return leaveIfSignedOut()
        await refreshGateway('teamRead', 'scopedTokenList')
      },
    })
  }

  const revoke = (invitation: Invitation, onRevoked?: () => void) =>
    confirm({
      title: `Revoke the invitation of ${invitation.name}?`,
      body: 'The link stops working at once. You can invite the person again.',
      confirmLabel: 'Revoke invitation',
      danger: true,
      run: async () => {
        await revoking.mutateAsync(invitation.id)
        onRevoked?.()
        toast(`The invitation of ${invitation.name} was revoked`)
        await refreshGateway('teamRead')
      },
    })

  const renew = (invitation: Invitation) =>
    confirm({
      title: `Create a new link for ${invitation.name}?`,
      body: 'The earlier link stops working. The new one is shown once and works for 24 hours.',
      confirmLabel: 'Create link',
      run: async () => {
        const { data } = await renewing.mutateAsync(invitation.id)
        onLink(data)
        await refreshGateway('teamRead')
      },
    })

  return {
    remove: (person: Person) => void remove(person),
    revoke,
    renew,
    lastOwnerReason: (person: Person) => lastOwnerReason(team, person),
  }
}
