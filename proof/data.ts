import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database, type DatabaseLocation } from '#db/open.ts'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { generateChats } from '#service/demo/generate.ts'
import { prepareService } from '#service/prepare.ts'
import type { Tables } from '#service/tables.ts'
import { startProduct, type Product } from '../e2e/support/product.ts'

interface Data {
  token: string
  chatIds: number[]
}

export interface Given extends Data {
  product: Product
  folder: string
}

/** Work in the database of a service that no process has open afterwards. */
export async function withDatabase<T>(location: DatabaseLocation, work: (database: Database<Tables>) => Promise<T>): Promise<T> {
  const database = openDatabase<Tables>(location)
  try {
    await prepareService(database)
    return await work(database)
  } finally {
    await database.close()
  }
}

/** An account with chats of so many messages each. */
export async function addAccount(database: Database<Tables>, sizes: readonly number[], plan: { rooms?: number } = {}): Promise<Data> {
  const accountId = await createAccount(database, { email: 'proof@example.org', name: 'Proof', ...plan })
  const { token } = await createToken(database, { accountId })
  const chatIds: number[] = []
  for (const messages of sizes) chatIds.push(...(await generateChats(database, { accountId, chats: 1, messages, now: Date.now() })).chatIds)
  return { token, chatIds }
}

/** An account as by addAccount(), in a database that no process has open afterwards. */
export const prepareData = (location: DatabaseLocation, sizes: readonly number[]): Promise<Data> =>
  withDatabase(location, (database) => addAccount(database, sizes))

/** Work in a folder that is gone afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-proof-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Work with a watched product on SQLite that has chats of so many messages each; all is gone afterwards. */
export const withProduct = (sizes: readonly number[], work: (given: Given) => Promise<void>, env: Record<string, string> = {}) =>
  withFolder(async (folder) => {
    const data = await prepareData({ folder }, sizes)
    const product = await startProduct({ DATA_DIR: folder, ...env }, { measured: true })
    try {
      await work({ ...data, product, folder })
    } finally {
      await product.stop()
    }
  })
