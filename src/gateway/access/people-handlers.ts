import { randomUUID } from 'node:crypto'
import { type people, invitationHours, type invitations } from '#contract/gateway/people.ts'
import { equal, insert, remove, update } from '#db/rows.ts'
import { changedMeanwhile, lastOwner, notFound, teamFull, teamNotOn } from '../refusals.ts'
import type { Trx } from '../database/database.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { endLentFor } from '../lent/end-lent.ts'
import { changingPeople } from '../lent/find-lent.ts'
import { requireLender } from '../lent/require-lender.ts'
import { grantColumns, othersIn, requireFreeEmail, requireFreeName, maxTeamSize } from './grants.ts'
import { endSessionOf, readPersonDetails, removePasskeyOf } from './person-details.ts'
import { activePeople } from './team-of-session.ts'
import { invitationOf } from './read-team.ts'
import { hashOf, newInvitationSecret } from './secrets.ts'

/** The people of a team, as Owners manage them. */
export function peopleHandlers(options: HandlerOptions): GatewayHandlers<typeof people> {
  const { database, log, now } = options
  const { query } = database

  async function activePerson(trx: Trx, workspace: string, id: string) {
    const person = await activePeople(trx, workspace).where('id', '=', id).selectAll().executeTakeFirst()
    if (!person) throw notFound('This person')
    return person
  }

  /** Within a serializable transaction: of two Owners who remove each other at the same moment, one is refused. */
  async function requireOtherOwner(trx: Trx, workspace: string, id: string) {
    const other = await activePeople(trx, workspace).where('role', '=', 'owner').where('id', '!=', id).select('id').executeTakeFirst()
    if (!other) throw lastOwner()
  }

  return {
    personRead: async ({ session, workspace, params }) => ({
      status: true,
      data: await readPersonDetails(query, workspace, params.personId, session.hash, now()),
    }),

    personUpdate: async ({ c, session, workspace, params: { personId }, body: { revision, ...draft } }) => {
      const ended = await database.serializable(async (trx) => {
        const person = await activePerson(trx, workspace, personId)
        if (person.revision !== revision) throw changedMeanwhile(person.name)
        if (person.role === 'owner' && draft.role !== 'owner') await requireOtherOwner(trx, workspace, personId)
        const grant = grantColumns(draft)
        const others = await othersIn(trx, workspace, personId)
        if (grant.name !== person.name) requireFreeName(others, grant.name)
        requireFreeEmail(others, grant.email)
        await update(trx, 'person', { id: personId }, { ...grant, revision: revision + 1 })
        return endLentFor(options, trx, { c, session, workspace })
      })
      log.info({ event: 'person-update', account: session.account.id, person: personId }, 'the grant of a person was changed')
      const {
        passkeyList: _,
        recoveryCodesLeft: __,
        sessions: ___,
        ...data
      } = await readPersonDetails(query, workspace, personId, '', now())
      return { status: true, data, ended }
    },

    personRemove: async ({ c, session, workspace, params: { personId } }) => {
      const ended = await database.serializable(async (trx) => {
        const person = await activePerson(trx, workspace, personId)
        if (person.role === 'owner') await requireOtherOwner(trx, workspace, personId)
        // The row and the passkeys stay: the audit log names the person, and whoever tries the passkey is told why it does not work.
        await update(trx, 'person', { id: personId }, { removed: now(), revision: person.revision + 1 })
        await remove(trx, 'recovery_code', { person_id: personId })
        await update(trx, 'session', { person_id: personId, ended: '' }, { ended: 'removed' })
        return endLentFor(options, trx, { c, session, workspace })
      })
      log.info({ event: 'person-remove', account: session.account.id, person: personId }, 'a person was removed')
      return { status: true, ended }
    },

    passkeyRemove: async ({ workspace, params: { personId, passkeyId } }) => {
      await database.serializable(async (trx) => {
        await activePerson(trx, workspace, personId)
        await removePasskeyOf(trx, personId, passkeyId)
        // Whoever has the device may be signed in with it.
        await update(trx, 'session', { person_id: personId, ended: '' }, { ended: 'session_ended' })
      })
      return { status: true }
    },

    sessionEnd: async ({ workspace, params: { personId, sessionId } }) => {
      await database.serializable(async (trx) => {
        await activePerson(trx, workspace, personId)
        await endSessionOf(trx, personId, sessionId)
      })
      return { status: true }
    },
  }
}

/** One-time links with which people join. */
export function invitationHandlers({ database, log, now }: HandlerOptions): GatewayHandlers<typeof invitations> {
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
        await insert(trx, 'invitation', row)
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
      const open = { workspace, id: params.invitationId, accepted: null, revoked: null }
      if (!(await update(database.query, 'invitation', open, { revoked: now() }))) throw notFound('This invitation')
      return { status: true }
    },
  }
}
