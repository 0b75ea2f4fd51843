import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { rowsWith, update } from '#db/rows.ts'
import type { Database } from '#db/open.ts'
import type { Tables } from '../tables.ts'

/** Seals the token keys of accounts with a key that is not in the database. */
export interface TokenKeySeal {
  seal: (accountId: number, tokenKey: string) => string
  /** null where another key file sealed it. */
  open: (accountId: number, sealed: string) => string | null
  /** Whether the key file of today sealed it, and not the one before. */
  isCurrent: (sealed: string) => boolean
}

interface Stored {
  id: number
  token_key: string
}

/** Token keys are hexadecimal, and a dot follows the name of the key in a sealed text. */
export const isSealed = (stored: string) => stored.includes('.')

const opened = (seal: TokenKeySeal, { id, token_key }: Stored) => (isSealed(token_key) ? seal.open(id, token_key) : token_key)

/**
 * The token key of an account, made when it is first read: the command that creates accounts has no key file. null where no key file here opens it.
 * @param stored the account as it was read
 */
export async function tokenKeyOf(query: Kysely<Tables>, seal: TokenKeySeal, stored: Stored): Promise<string | null> {
  if (isSealed(stored.token_key)) return seal.open(stored.id, stored.token_key)
  await replace(query, stored, seal.seal(stored.id, stored.token_key || randomBytes(16).toString('hex')))
  // Another request may have been first.
  return opened(seal, await rowsWith(query, 'account', { id: stored.id }).select(['id', 'token_key']).executeTakeFirstOrThrow())
}

/**
 * At the start: seals the token keys that an earlier release, or a backup of one, left readable, and those that the key file before this one sealed.
 * Resolves to how many no key file here opens. They stay as they are, because the right file may come back.
 * @param replacesLost those get a new token key when it is next read
 */
export async function sealTokenKeys(database: Database<Tables>, seal: TokenKeySeal, replacesLost: boolean): Promise<number> {
  const rows = await database.query.selectFrom('account').select(['id', 'token_key']).where('token_key', '!=', '').execute()
  const stale = rows.filter(({ token_key }) => !seal.isCurrent(token_key)).map((row) => ({ ...row, tokenKey: opened(seal, row) }))
  const lost = stale.filter(({ tokenKey }) => tokenKey === null)
  await database.transaction(async (trx) => {
    for (const row of stale)
      if (row.tokenKey !== null) await replace(trx, row, seal.seal(row.id, row.tokenKey))
      else if (replacesLost) await replace(trx, row, '')
  })
  if (stale.some(({ token_key }) => !isSealed(token_key))) await database.emptyLog()
  return replacesLost ? 0 : lost.length
}

/** Unless another process has done it already. */
const replace = (query: Kysely<Tables>, { id, token_key }: Stored, next: string) =>
  update(query, 'account', { id, token_key }, { token_key: next })
