import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { allowsReach, type Act } from '#contract/gateway/reach.ts'
import { rowsWith } from '#db/rows.ts'
import { noRight } from '../refusals.ts'
import type { Query, Trx } from '../database/database.ts'
import { grantOf, type Member } from '../access/member.ts'
import { activePeople } from '../access/team-of-session.ts'

/** The changed rights of the roles of a team, as JSON. */
const rolesOf = async (query: Query, workspace: string) =>
  (await rowsWith(query, 'team', { workspace }).select('roles').executeTakeFirst())?.roles ?? '{}'

type LenderGrant = Pick<Member, 'rights' | 'chats' | 'limits'>

interface TokenRow {
  role: RoleName
  chats: string
  /** null: whoever signed in with the account's token, and may do everything. */
  creator_id: string | null
  /** null: the creator was removed. */
  creator_role: RoleName | null
  creator_chats: string | null
  creator_limits: string | null
  /** The changed rights of the roles of the team, as JSON. */
  roles: string
}

/** What a scoped token may do: what its role includes, and no more than whoever created it may do now. null: nothing, because that person was removed. */
export function grantOfToken(token: TokenRow): LenderGrant | null {
  const { creator_role: role, creator_chats: chats, creator_limits: limits, roles } = token
  const own = grantOf({ role: token.role, chats: token.chats, limits: '{}', roles })
  if (token.creator_id === null) return own
  if (role === null || chats === null || limits === null) return null
  return bounded(own, grantOf({ role, chats, limits, roles }))
}

const bounded = (own: LenderGrant, creator: LenderGrant): LenderGrant => ({
  rights: own.rights.filter((name) => creator.rights.includes(name)),
  chats: inBoth(own.chats, creator.chats),
  limits: {
    deletionsPerHour: tighter(Math.min, own.limits.deletionsPerHour, creator.limits.deletionsPerHour),
    // A longer prefix is a narrower range.
    widestBan: tighter(Math.max, own.limits.widestBan, creator.limits.widestBan),
  },
})

function inBoth(one: GrantedChats, other: GrantedChats): GrantedChats {
  if (one === 'all') return other
  if (other === 'all') return one
  const known = new Set(other)
  return one.filter((chatId) => known.has(chatId))
}

const tighter = (of: (one: number, other: number) => number, one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : of(one, other)

/**
 * The grants of all who may lend something, by id: the people of a team who were not removed, and the scoped tokens that were not revoked.
 * @param only one of them
 */
export async function grantsOfLenders(query: Query, workspace: string, only?: string): Promise<Map<string, LenderGrant>> {
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
  for (const { id, ...token } of tokens) {
    const grant = grantOfToken({ ...token, roles })
    if (grant) grants.set(id, grant)
  }
  return grants
}

/** What somebody may do now. null: everything, by the account's token, which nobody can take away; undefined: nothing any more. */
export const grantNow = async (
  query: Query,
  workspace: string,
  lender: Pick<Member, 'id'> | null,
): Promise<LenderGrant | null | undefined> => (lender === null ? null : (await grantsOfLenders(query, workspace, lender.id)).get(lender.id))

/**
 * Refuses to lend what a person or a scoped token may no longer do, by a read in the transaction that stores what is lent: a request that began before
 * somebody was removed must not end after it. The transaction is serializable.
 * @param lender null: signed in with the account's token
 */
export async function requireLender(trx: Trx, workspace: string, lender: Pick<Member, 'id'> | null, act: Act): Promise<void> {
  const grant = await grantNow(trx, workspace, lender)
  if (grant === undefined || !allowsReach(grant, act)) throw noRight()
}
