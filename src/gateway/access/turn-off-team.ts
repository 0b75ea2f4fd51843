import { equal } from '#db/equal.ts'
import type { Trx } from '../database/database.ts'
import { endOfTeam, recordEnded, type TeamEnding } from '../lent/end-lent.ts'
import { openInvitations } from './read-team.ts'

/**
 * Turns team access off. Everybody is signed out; invitations, scoped tokens and what these are turning on end for good, because whoever turns it on
 * again decides anew who has access. What belongs to the account goes on (docs/rights.md). Resolves to false where it was off.
 */
export async function turnOffTeam(trx: Trx, ending: TeamEnding): Promise<boolean> {
  const { workspace } = ending
  const { numUpdatedRows } = await trx
    .updateTable('team')
    .set({ since: null, sealed_token: '', token_end: '', token_rejected: 0, token_checked: null })
    .where('workspace', '=', workspace)
    .where('since', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await trx
    .updateTable('session')
    .set({ ended: 'team_off' })
    .where('workspace', '=', workspace)
    .where('person_id', 'is not', null)
    .where('ended', '=', '')
    .execute()
  const invitations = await openInvitations(trx, workspace).select(['id', 'name']).orderBy('created').execute()
  const tokens = await trx
    .selectFrom('scoped_token')
    .select(['id', 'label as name'])
    .where(equal({ workspace, revoked: null }))
    .orderBy('created')
    .execute()
  const all = [
    ...invitations.map((one) => ({ kind: 'invitation' as const, reach: [], ...one })),
    ...tokens.map((one) => ({ kind: 'token' as const, reach: [], ...one })),
  ]
  for (const one of all) {
    await endOfTeam[one.kind].end(trx, one, ending)
    await recordEnded(trx, ending, one, { kind: 'hand' })
  }
  return true
}
