import type { Kysely } from 'kysely'
import { createKeys, keyIdOf, type Keys } from '../session/seal.ts'
import { exists, loadSessionKey, readKey } from '../session/session-key.ts'
import type { SessionTables } from '../session/tables.ts'

interface KeyFiles {
  keyFile: string
  /** The key file before it, if it was changed. */
  oldKeyFile: string | null
  /** Gives up tokens of teams that no key here opens. */
  forgetsTeamTokens: boolean
}

/**
 * Opens the key file. Throws an error with a message for the operator if a team of this database was sealed with another key: then starting would create
 * a new key or sign everybody out, and the way back would be less clear.
 */
export async function openKeys(query: Kysely<SessionTables>, { keyFile, oldKeyFile, forgetsTeamTokens }: KeyFiles): Promise<Keys> {
  const sealed = await sealedTeams(query)
  // Otherwise a new key would be created in its place.
  const isMissing = oldKeyFile === null && !exists(keyFile)
  if (isMissing && sealed.length > 0 && !forgetsTeamTokens) throw new Error(`the key file ${keyFile} is missing${advice(sealed.length)}`)
  const keys = createKeys(loadSessionKey(keyFile), oldKeyFile === null ? undefined : readKey(oldKeyFile))
  const lost = []
  for (const { workspace, sealed_token } of sealed) {
    const token = keys.unseal('workspace-token', workspace, sealed_token)
    if (token === null) lost.push(workspace)
    else if (keyIdOf(sealed_token) !== keys.id)
      await sealAnew(query, workspace, sealed_token, keys.seal('workspace-token', workspace, token))
  }
  if (lost.length && !forgetsTeamTokens)
    throw new Error(`the key file ${keyFile} is not the one that belongs to this database${advice(lost.length)}`)
  if (lost.length) await forgetTokens(query, lost)
  return keys
}

const sealedTeams = (query: Kysely<SessionTables>) =>
  query.selectFrom('team').where('sealed_token', '!=', '').select(['workspace', 'sealed_token']).execute()

const advice = (teams: number) =>
  `, and the account token of ${teams === 1 ? '1 team' : `${teams} teams`} cannot be opened. Nothing was changed. Put back the key file of this database, which is not part of its backup. If it is lost for good, start once with FORGET_TEAM_TOKENS=1: team access is then turned off, people and roles are kept, and an Owner turns it on again with the account token (docs/operations.md).`

/** Unless another process has done it already. */
const sealAnew = (query: Kysely<SessionTables>, workspace: string, before: string, sealed: string) =>
  query.updateTable('team').set({ sealed_token: sealed }).where('workspace', '=', workspace).where('sealed_token', '=', before).execute()

async function forgetTokens(query: Kysely<SessionTables>, workspaces: readonly string[]): Promise<void> {
  await query
    .updateTable('team')
    .set({ since: null, sealed_token: '', token_end: '', token_checked: null, token_rejected: 0 })
    .where('workspace', 'in', workspaces)
    .execute()
  await query
    .updateTable('session')
    .set({ ended: 'team_off' })
    .where('workspace', 'in', workspaces)
    .where('person_id', 'is not', null)
    .where('ended', '=', '')
    .execute()
}
