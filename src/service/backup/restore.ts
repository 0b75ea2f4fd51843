import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { lockFolder } from '#db/folder-lock.ts'
import { adoptInstallation, installationId } from '#db/installation.ts'
import { openDatabase, type Database } from '#db/open.ts'
import { databaseLocation } from '#db/location.ts'
import { replaceDatabase, mergeLog } from '#db/replace.ts'
import { onlyFileArgument } from '../command-line.ts'
import { migrateService, schemas } from '../prepare.ts'
import type { Tables } from '../tables.ts'
import { BadBackup, checkBackup, entriesOf, type Manifest } from './backup-file.ts'
import { byName, checksumOf, tableNames, type Cell, type TableName } from './rows.ts'

/** The command `npm run restore`. */

export const usage = `Usage:
  npm run restore -- FILE`

/**
 * Restores a backup of either engine to the database that the environment names. SQLite: replaces the database, which is kept in a folder beside it;
 * refused while a service uses it. PostgreSQL: into a database without accounts, in one transaction.
 * The whole file is verified before anything is changed, and the restored data is read back and compared before it is used.
 */
export async function runRestoreCommand(args: string[], env: Record<string, string | undefined>): Promise<object> {
  const file = onlyFileArgument(args)
  const place = databaseLocation(env)
  const manifest = await checkBackup(file)
  if (!schemas.includes(manifest.schema))
    throw new BadBackup(`The backup was made by a newer release (${manifest.release}, schema ${manifest.schema}). Use that release.`)
  const unknown = manifest.tables.find(({ table }) => !isTable(table))
  if (unknown) throw new BadBackup(`The backup contains a table that this release does not know: ${unknown.table}.`)
  return {
    restored: file,
    ...(await ('url' in place ? restoreToPostgres(place.url, file, manifest) : restoreToFolder(place.folder, file, manifest))),
  }
}

async function restoreToFolder(folder: string, file: string, manifest: Manifest): Promise<object> {
  const unlock = lockFolder(folder)
  const stamp = new Date().toISOString().replaceAll(':', '-')
  const fresh = join(folder, `restoring-${stamp}`)
  const kept = `before-restore-${stamp}`
  try {
    mkdirSync(fresh, { mode: 0o700 })
    const database = openDatabase<Tables>({ folder: fresh })
    await load(database, file, manifest)
      .then(() => mergeLog(database))
      .finally(database.close)
    const wasThere = await replaceDatabase(folder, fresh, kept)
    return { ...manifest, ...(wasThere && { before: join(folder, kept) }) }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    unlock()
  }
}

async function restoreToPostgres(url: string, file: string, manifest: Manifest): Promise<Manifest> {
  const database = openDatabase<Tables>({ url })
  try {
    await load(database, file, manifest)
    return manifest
  } finally {
    await database.close()
  }
}

/** Restores everything, or nothing when it rejects. */
async function load(database: Database<Tables>, file: string, manifest: Manifest): Promise<void> {
  await migrateService(database, manifest.schema)
  await installationId(database.query)
  await database.serializable(async (trx) => {
    if (await trx.selectFrom('account').select('id').limit(1).executeTakeFirst())
      throw new Error('The database already has accounts. Create an empty one, restore into it, and start the service on it.')
    await fill(trx, file)
    if (manifest.installation !== undefined) await adoptInstallation(trx, manifest.installation)
    for (const sum of manifest.tables) {
      const stored = isTable(sum.table) ? await checksumOf(trx, sum.table) : undefined
      if (stored?.sha256 !== sum.sha256) throw new Error(`The restored table ${sum.table} does not match the backup.`)
    }
  })
  await migrateService(database)
}

/** Parameters per statement, below the 32,766 of SQLite. */
const maxParameters = 2000

async function fill(trx: Kysely<Tables>, file: string): Promise<void> {
  let into: { table: TableName; columns: string[] } | undefined
  let rows: Cell[][] = []
  const store = async () => {
    if (into && rows.length) await insert(trx, into, rows)
    rows = []
  }
  for await (const entry of entriesOf(file)) {
    if ('row' in entry) {
      rows.push(entry.row)
      if (rows.length * entry.row.length >= maxParameters) await store()
      continue
    }
    await store()
    if (!isTable(entry.table)) continue
    into = { table: entry.table, columns: entry.columns }
    // A new database is not empty: it has counters at zero.
    await trx.deleteFrom(entry.table).execute()
  }
  await store()
}

async function insert(trx: Kysely<Tables>, { table, columns }: { table: TableName; columns: string[] }, rows: Cell[][]): Promise<void> {
  const named = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])))
  await byName(trx).insertInto(table).values(named).execute()
}

const isTable = (name: string): name is TableName => tableNames.some((table) => table === name)
