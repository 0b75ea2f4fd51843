import { equal, rowsWith } from '#db/rows.ts'
import { hasTable } from '#db/migrate.ts'
import { createKeys, keyIdOf, type Keys, type SealPurpose } from '../session/seal.ts'
import { exists, loadSessionKey, readKey } from '../session/session-key.ts'
import type { Query, Trx } from '../database/database.ts'
import { recordDone, roomkeeper } from '../audit/record-done.ts'
import { sealChannelsAnew } from '../notifications/channels.ts'
import { endOfTeam, recordEnded, type TeamEnding } from '../lent/end-lent.ts'
import { openInvitations } from './read-team.ts'

interface KeyFiles {
  keyFile: string
  /** The key file before it, if it was changed. */
  oldKeyFile: string | null
  /** Gives up tokens that no key here opens. */
  forgetsTeamTokens: boolean
}

/** A text of the database that only the key file opens. */
export interface SealedText {
  purpose: SealPurpose
  workspace: string
  sealed_token: string
}

/** A token of an account that is kept sealed: of its team, or of its standing access. */
export interface SealedToken extends SealedText {
  purpose: 'workspace-token' | 'standing-token'
}

/**
 * Before anything of the database is changed, also in one that an earlier release has left. Throws an error with a message for the operator if a token
 * of this database was sealed with another key: then starting would create a new key or sign everybody out, and the way back would be less clear.
 */
export async function requireKeys(query: Query, files: KeyFiles): Promise<void> {
  const problem = files.forgetsTeamTokens ? null : keyProblem(await sealedTokens(query), files)
  if (problem !== null) throw new Error(problem)
}

/** Why the tokens can't be opened with these key files, with what to do about it; null if they can. Throws if a file is unusable. */
export function keyProblem(sealed: readonly SealedToken[], files: KeyPaths): string | null {
  const lost = unopened(sealed, files)
  if (lost.length === 0) return null
  const what = present(files).length === 0 ? 'missing' : 'not the one that belongs to this database'
  return `the key file ${files.keyFile} is ${what}${advice(lost)}`
}

type KeyPaths = Pick<KeyFiles, 'keyFile' | 'oldKeyFile'>

const present = ({ keyFile, oldKeyFile }: KeyPaths) => [keyFile, ...(oldKeyFile === null ? [] : [oldKeyFile])].filter(exists)

/** Those that these key files don't open. Throws if a file is unusable. */
export function unopened(sealed: readonly SealedText[], files: KeyPaths): SealedText[] {
  const [current, old] = sealed.length === 0 ? [] : present(files).map(readKey)
  const keys = current && createKeys(current, old)
  return sealed.filter(({ purpose, workspace, sealed_token }) => !keys || keys.unseal(purpose, workspace, sealed_token) === null)
}

/**
 * Opens the key file, and creates it at the first start. What the key before it has sealed is sealed anew. Call `requireKeys` first: a token that is lost
 * without being given up stays as it is.
 */
export async function openKeys(query: Query, { keyFile, oldKeyFile, forgetsTeamTokens }: KeyFiles): Promise<Keys> {
  const keys = createKeys(loadSessionKey(keyFile), oldKeyFile === null ? undefined : readKey(oldKeyFile))
  const lost: SealedToken[] = []
  for (const one of await sealedTokens(query)) {
    const token = keys.unseal(one.purpose, one.workspace, one.sealed_token)
    if (token === null) lost.push(one)
    else if (keyIdOf(one.sealed_token) !== keys.id) await sealAnew(query, one, keys.seal(one.purpose, one.workspace, token))
  }
  if (forgetsTeamTokens && lost.length > 0) await forgetTokens(query, lost)
  await sealChannelsAnew(query, keys)
  return keys
}

/** The tokens that only the key file opens, also in a database of an earlier release, which may lack tables. */
export async function sealedTokens(query: Query): Promise<SealedToken[]> {
  const sealed: SealedToken[] = []
  for (const [purpose, table] of Object.entries(tableOf) as [SealedToken['purpose'], 'team' | 'standing_access'][]) {
    if (!(await hasTable(query, table))) continue
    const rows = await query.selectFrom(table).where('sealed_token', '!=', '').select(['workspace', 'sealed_token']).execute()
    sealed.push(...rows.map((row) => ({ ...row, purpose })))
  }
  return sealed
}

/** "1 account", of these tokens. */
export function accountsOf(sealed: readonly SealedText[]): string {
  const { size } = new Set(sealed.map(({ workspace }) => workspace))
  return size === 1 ? '1 account' : `${size} accounts`
}

const advice = (sealed: readonly SealedText[]) =>
  `, and the sealed tokens of ${accountsOf(sealed)} cannot be opened. Nothing was changed. Put back the key file of this database, which is not part of its backup. If it is lost for good, start once with FORGET_TEAM_TOKENS=1: team access and background access are then turned off, people and roles are kept, and an Owner turns them on again with the account token (docs/operations.md).`

const tableOf = { 'workspace-token': 'team', 'standing-token': 'standing_access' } as const

/** Unless another process has done it already. */
const sealAnew = (query: Query, { purpose, workspace, sealed_token }: SealedToken, sealed: string) =>
  query.updateTable(tableOf[purpose]).set({ sealed_token: sealed }).where(equal({ workspace, sealed_token })).execute()

async function forgetTokens(query: Query, lost: readonly SealedToken[]): Promise<void> {
  const nowMs = Date.now()
  const actor = roomkeeper()
  for (const { purpose, workspace } of lost)
    await query.transaction().execute(async (trx) => {
      const isTeam = purpose === 'workspace-token'
      const isOff = isTeam ? await turnOffTeam(trx, { workspace, actor, nowMs }) : await turnOffStanding(trx, workspace)
      if (isOff) await recordDone(trx, { workspace, at: nowMs, actor, action: isTeam ? 'teamTurnOff' : 'standingTurnOff' })
    })
}

async function turnOffStanding(trx: Trx, workspace: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('standing_access')
    .set({ since: null, sealed_token: '', token_rejected: 0 })
    .where('workspace', '=', workspace)
    .where('since', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

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
  const tokens = await rowsWith(trx, 'scoped_token', { workspace, revoked: null })
    .select(['id', 'label as name'])
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
