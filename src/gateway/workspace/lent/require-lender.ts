import type { Kysely, Transaction } from 'kysely'
import { allowsReach, type Act } from '#contract/workspace/reach.ts'
import { noRight } from '../../refusals.ts'
import type { SessionTables } from '../../session/tables.ts'
import { grantOf, type Member } from '../member.ts'

/** The changed rights of the roles of a team, as JSON. */
export const rolesOf = async (trx: Kysely<SessionTables>, workspace: string) =>
  (await trx.selectFrom('team').select('roles').where('workspace', '=', workspace).executeTakeFirst())?.roles ?? '{}'

/**
 * Refuses to lend what a person may no longer do, by a read in the same serializable transaction: a request that began before somebody was removed must
 * not end after it.
 * @param member null: signed in with the account's token, which nobody can take away
 */
export async function requireLender(
  trx: Transaction<SessionTables>,
  workspace: string,
  member: Pick<Member, 'id'> | null,
  act: Act,
): Promise<void> {
  if (member === null) return
  const person = await trx
    .selectFrom('person')
    .select(['role', 'chats', 'limits', 'removed'])
    .where('id', '=', member.id)
    .executeTakeFirst()
  if (!person) return
  const { removed, ...row } = person
  if (removed !== null || !allowsReach(grantOf({ ...row, roles: await rolesOf(trx, workspace) }), act)) throw noRight()
}
