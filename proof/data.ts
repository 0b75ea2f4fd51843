import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Place } from '#db/open.ts'
import { createAccount, createToken } from '#service/accounts.ts'
import { generateChats } from '#service/demo/generate.ts'
import { prepareService } from '#service/prepare.ts'
import type { Tables } from '#service/tables.ts'

/** An account with chats of so many messages each, in a database that no process has open afterwards. */
export async function prepareData(place: Place, sizes: readonly number[]): Promise<{ token: string; chatIds: number[] }> {
  const database = openDatabase<Tables>(place)
  await prepareService(database)
  const accountId = await createAccount(database, { email: 'proof@example.org', name: 'Proof' })
  const { token } = await createToken(database, { accountId })
  const chatIds: number[] = []
  for (const messages of sizes) chatIds.push(...(await generateChats(database, { accountId, chats: 1, messages, now: Date.now() })).chatIds)
  await database.close()
  return { token, chatIds }
}

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-proof-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
