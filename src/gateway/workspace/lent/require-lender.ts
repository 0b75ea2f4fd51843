import type { Kysely, Transaction } from 'kysely'
import { allowsReach, type Act } from '#contract/workspace/reach.ts'
import { noRight } from '../../refusals.ts'
import type { SessionTables } from '../../session/tables.ts'
import { grantOf, type Member } from '../member.ts'
import { activePeople } from '../team-of-session.ts'
import { boundedBy } from '../tokens/token-grant.ts'

/** The changed rights of the roles of a team, as JSON. */
const rolesOf = async (query: Kysely<SessionTables>, workspace: string) =>
  (await query.selectFrom('team').select('roles').where('workspace', '=', workspace).executeTakeFirst())?.roles ?? '{}'

type LenderGrant = Pick<Member, 'rights' | 'chats' | 'limits'>

/**
 * The grants of all who may lend something, by id: the people of a team who were not removed, and the scoped tokens that were not revoked.
 * @param only one of them
 */
export async function grantsOfLenders(query: Kysely<SessionTables>, workspace: string, only?: string): Promise<Map<string, LenderGrant>> {
  const roles = await rolesOf(query, workspace)
  const people = await activePeople(query, workspace)
    .select(['id', 'role', 'chats', 'limits'])
    .$if(only !== undefined, (rows) => rows.where('id', '=', only!))
    .execute()
  const tokens = await query
    .selectFrom('scoped_token')
    .leftJoin('person', (join) => join.onRef('person.id', '=', 'scoped_token.creator_id').on('person.removed', 'is', null))
    .select(['scoped_token.id', 'scoped_token.role', 'scoped_token.chats', 'scoped_token.creator_id'])
    .select(['person.role as creator_role', 'person.chats as creator_chats', 'person.limits as creator_limits'])
    .where('scoped_token.workspace', '=', workspace)
    .where('scoped_token.revoked', 'is', null)
    .$if(only !== undefined, (rows) => rows.where('scoped_token.id', '=', only!))
    .execute()
  const grants = new Map<string, LenderGrant>(people.map(({ id, ...row }) => [id, grantOf({ ...row, roles })]))
  for (const { id, role, chats, creator_id, creator_role, creator_chats, creator_limits } of tokens) {
    const own = grantOf({ role, chats, limits: '{}', roles })
    if (creator_id === null) grants.set(id, own)
    else if (creator_role !== null && creator_chats !== null && creator_limits !== null)
      grants.set(id, boundedBy(own, grantOf({ role: creator_role, chats: creator_chats, limits: creator_limits, roles })))
  }
  return grants
}

/** What somebody may do now. null: everything, by the account's token, which nobody can take away; undefined: nothing any more. */
export const grantNow = async (
  query: Kysely<SessionTables>,
  workspace: string,
  lender: Pick<Member, 'id'> | null,
): Promise<LenderGrant | null | undefined> => (lender === null ? null : (await grantsOfLenders(query, workspace, lender.id)).get(lender.id))

/**
 * Refuses to lend what a person or a scoped token may no longer do, by a read in the transaction that stores what is lent: a request that began before
 * somebody was removed must not end after it. The transaction is serializable.
 * @param lender null: signed in with the account's token
 */
export async function requireLender(
  trx: Transaction<SessionTables>,
  workspace: string,
  lender: Pick<Member, 'id'> | null,
  act: Act,
): Promise<void> {
  const grant = await grantNow(trx, workspace, lender)
  if (grant === undefined || !allowsReach(grant, act)) throw noRight()
}
