import { insert, rowsWith, update } from '#db/rows.ts'
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { GrantedChats } from '#contract/gateway/grant.ts'
import { roles } from '#contract/gateway/rights.ts'
import { maxScopedTokens, type ScopedToken, type scopedTokens } from '#contract/gateway/scoped-tokens.ts'
import { noToken, notFound, teamNotOn, tooManyTokens } from '../refusals.ts'
import type { GatewayTables } from '../database/database.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { fromJson } from '../access/member.ts'
import { hashOf, newScopedToken } from '../access/secrets.ts'
import { endLentFor } from '../lent/end-lent.ts'
import { requireLender } from '../lent/require-lender.ts'
import { changingPeople } from '../lent/find-lent.ts'

const day = 24 * 60 * 60

/** Tokens for programs, as Owners manage them, and what the token of a request may do. */
export function tokenHandlers(options: HandlerOptions): GatewayHandlers<typeof scopedTokens> {
  const { database, upstream, profiles, log, now } = options
  const { query } = database

  return {
    scopedTokenList: async ({ workspace }) => {
      const rows = await rowsWith(query, 'scoped_token', { workspace, revoked: null })
        .selectAll()
        .orderBy('created', 'desc')
        .orderBy('id')
        .execute()
      return { status: true, data: rows.map((row) => tokenOf(row, now())) }
    },

    scopedTokenCreate: async ({ session, workspace, body: { label, role, chats, expiresInDays } }) => {
      if (!session.team) throw teamNotOn()
      const secret = newScopedToken()
      const row = {
        id: randomUUID(),
        workspace,
        hash: hashOf(secret),
        label: label.trim(),
        role,
        chats: JSON.stringify(roles[role].isWithoutChats ? [] : chats),
        created: now(),
        created_by: session.member?.name ?? session.account.name,
        creator_id: session.member?.id ?? null,
        expires: now() + expiresInDays * day,
        last_used: null,
        revoked: null,
      }
      await database.serializable(async (trx) => {
        await requireLender(trx, workspace, session.member, changingPeople)
        const open = await rowsWith(trx, 'scoped_token', { workspace, revoked: null }).select('id').execute()
        if (open.length >= maxScopedTokens) throw tooManyTokens(maxScopedTokens)
        await insert(trx, 'scoped_token', row)
      })
      log.info({ event: 'token-create', account: session.account.id, token: row.id, role }, 'a scoped token was created')
      return { status: true, data: { token: tokenOf(row, now()), secret } }
    },

    scopedTokenRevoke: async ({ c, session, workspace, params: { tokenId } }) => {
      await database.serializable(async (trx) => {
        if (!(await update(trx, 'scoped_token', { workspace, id: tokenId, revoked: null }, { revoked: now() })))
          throw notFound('This token')
        await endLentFor(options, trx, { c, session, workspace })
      })
      log.info({ event: 'token-revoke', account: session.account.id, token: tokenId }, 'a scoped token was revoked')
      return { status: true }
    },

    ownTokenRead: async ({ session: { scopedToken, member, account } }) => {
      if (!scopedToken || !member) throw noToken()
      const { id, label, role, expires } = scopedToken
      const { rights, chats } = member
      const { profile } = upstream.kind === 'remote' ? await profiles.read(upstream.address, account.id) : { profile: null }
      return {
        status: true,
        data: { id, label, role, rights: [...rights], chats, expires, account: { name: account.name }, service: upstream.kind, profile },
      }
    },
  }
}

const tokenOf = (row: Selectable<GatewayTables['scoped_token']>, now: number): ScopedToken => ({
  id: row.id,
  label: row.label,
  role: row.role,
  chats: fromJson(GrantedChats, row.chats),
  created: row.created,
  createdBy: row.created_by,
  expires: row.expires,
  lastUsed: row.last_used,
  ended: row.expires <= now ? 'expired' : null,
})
