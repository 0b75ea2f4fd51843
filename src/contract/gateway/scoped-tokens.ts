import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ServiceProfile } from '../service-profile.ts'
import { itemResponse, key, listResponse, nameText } from '../values.ts'
import { GrantedChats } from './grant.ts'
import { roleNames } from './role-names.ts'

/**
 * Scoped tokens: what programs use in place of the account's token. Each has a role and chats like a person, and an expiry. It is sent as
 * `Authorization: Bearer rk_scoped_…` to `gatewayPaths.program`. Times are Unix seconds.
 */

/** Account tokens of our own service begin with `rk_` too, and are shorter. */
export const scopedTokenPrefix = 'rk_scoped_'
export const maxTokenDays = 365
/** Tokens of one account that were not revoked. */
export const maxScopedTokens = 100

/** A token is never an Owner: it can neither change people nor confirm anything. */
export const tokenRoleNames = roleNames.filter((name) => name !== 'owner')
export type TokenRole = (typeof tokenRoleNames)[number]
const TokenRole = z.enum(tokenRoleNames)

const label = nameText(100)

export const ScopedToken = z.object({
  id: key,
  label,
  role: TokenRole,
  chats: GrantedChats,
  created: z.number(),
  /** Who created it. */
  createdBy: z.string(),
  expires: z.number(),
  /** When it was used last, to the minute; null = never. */
  lastUsed: z.nullable(z.number()),
  /** Why it does not work any more, although nobody revoked it; null: it works. */
  ended: z.nullable(z.literal('expired')),
})
export type ScopedToken = z.output<typeof ScopedToken>

export const ScopedTokenDraft = z.object({
  label,
  role: TokenRole,
  chats: GrantedChats,
  expiresInDays: z.number().check(z.int(), z.minimum(1), z.maximum(maxTokenDays, `must be at most ${maxTokenDays}`)),
})
export type ScopedTokenDraft = z.output<typeof ScopedTokenDraft>

/** What a token may do now: the rights of its role, and no more than whoever created it has. */
const OwnToken = z.object({
  id: key,
  label,
  role: TokenRole,
  rights: z.array(z.string()),
  chats: GrantedChats,
  expires: z.number(),
  account: z.object({ name: z.string() }),
  /** `bundled`: our own service, which knows Idempotency-Key and If-Match (own-service.ts). */
  service: z.enum(['bundled', 'remote']),
  /** What was learned of a remote service; null: nothing, or it is our own. */
  profile: z.nullable(ServiceProfile),
})
export type OwnToken = z.output<typeof OwnToken>

export const scopedTokens = {
  scopedTokenList: endpoint('GET /tokens', 'people.read', 'List the scoped tokens that were not revoked', {
    response: listResponse(ScopedToken),
  }),
  scopedTokenCreate: endpoint('POST /tokens', 'people.write', 'Create a scoped token', {
    description: 'The token is in this answer only; the server keeps a hash.',
    stepUp: true,
    body: ScopedTokenDraft,
    response: itemResponse(z.object({ token: ScopedToken, secret: z.string() })),
  }),
  scopedTokenRevoke: endpoint('DELETE /tokens/{tokenId}', 'people.write', 'Revoke a scoped token'),
  ownTokenRead: endpoint('GET /me/token', 'signed-in', 'Read what the scoped token of this request may do', {
    response: itemResponse(OwnToken),
  }),
}
