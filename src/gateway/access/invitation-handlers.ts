import { randomUUID } from 'node:crypto'
import { invitationHours, type invitations } from '#contract/gateway/people.ts'
import { equal } from '#db/equal.ts'
import { notFound, teamFull, teamNotOn } from '../refusals.ts'
import { grantColumns, maxTeamSize, othersIn, requireFreeEmail, requireFreeName } from './grants.ts'
import type { WorkspaceHandlers, WorkspaceOptions } from '../pipeline/handler.ts'
import { changingPeople } from '../lent/find-lent.ts'
import { requireLender } from '../lent/require-lender.ts'
import { invitationOf } from './read-team.ts'
import { hashOf, newInvitationSecret } from './secrets.ts'

/** One-time links with which people join. */
export function invitationHandlers({ database, log, now }: WorkspaceOptions): WorkspaceHandlers<typeof invitations> {
  const lifetime = invitationHours * 60 * 60

  return {
    invitationCreate: async ({ session, workspace, body }) => {
      if (!session.team) throw teamNotOn()
      const secret = newInvitationSecret()
      const row = {
        id: randomUUID(),
        workspace,
        hash: hashOf(secret),
        ...grantColumns(body),
        created: now(),
        invited_by: session.member?.name ?? '',
        inviter_id: session.member?.id ?? null,
        expires: now() + lifetime,
        accepted: null,
        revoked: null,
      }
      await database.serializable(async (trx) => {
        await requireLender(trx, workspace, session.member, changingPeople)
        const others = await othersIn(trx, workspace)
        if (others.length >= maxTeamSize) throw teamFull(maxTeamSize)
        requireFreeName(others, row.name)
        requireFreeEmail(others, row.email)
        await trx.insertInto('invitation').values(row).execute()
      })
      log.info({ event: 'invitation', account: session.account.id, invitation: row.id }, 'a person was invited')
      return { status: true, data: { invitation: invitationOf(row), secret } }
    },

    invitationRenew: async ({ session, workspace, params }) => {
      if (!session.team) throw teamNotOn()
      const secret = newInvitationSecret()
      // Whoever makes the new link answers for it.
      const by = { invited_by: session.member?.name ?? '', inviter_id: session.member?.id ?? null }
      const row = await database.serializable(async (trx) => {
        await requireLender(trx, workspace, session.member, changingPeople)
        return trx
          .updateTable('invitation')
          .set({ hash: hashOf(secret), created: now(), expires: now() + lifetime, ...by })
          .where(equal({ workspace, id: params.invitationId, accepted: null, revoked: null }))
          .returningAll()
          .executeTakeFirst()
      })
      if (!row) throw notFound('This invitation')
      return { status: true, data: { invitation: invitationOf(row), secret } }
    },

    invitationRevoke: async ({ workspace, params }) => {
      const { numUpdatedRows } = await database.query
        .updateTable('invitation')
        .set({ revoked: now() })
        .where(equal({ workspace, id: params.invitationId, accepted: null, revoked: null }))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw notFound('This invitation')
      return { status: true }
    },
  }
}
