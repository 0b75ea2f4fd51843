import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { lockFolder } from '#db/data-folder.ts'
import { adoptInstallation, installationId } from '#db/installation.ts'
import { type Database, databaseFile, withDatabase } from '#db/open.ts'
import { databaseLocation } from '#db/location.ts'
import { commandLine } from '#db/release.ts'
import type { AnyQuery, AnyTables, Cell, DatabasePart, RestoreNotes } from '#db/part.ts'
import { isBusy } from '#db/errors.ts'
import { onlyFileArgument } from '#db/command-line.ts'
import { BadBackup, type Manifest, checkBackup, entriesOf, noSchema } from './backup-file.ts'
import { checksumOf } from './rows.ts'

/** The command `npm run restore`. */

export const usage = `Usage:
  ${commandLine('restore')} FILE`

/** A part whose tables are in the file, and their version there. */
interface RestoredPart extends DatabasePart {
  schema: string
}

/** What is restored. */
interface Source {
  file: string
  manifest: Manifest
  parts: readonly RestoredPart[]
}

/**
 * Restores a backup of either engine to the database that the environment names. SQLite: replaces the database, which is kept in a folder beside it;
 * refused while the product uses it. PostgreSQL: into an empty database, in one transaction.
 * The whole file is verified before anything is changed, and the restored data is read back and compared before it is used.
 */
export async function runRestoreCommand(
  args: string[],
  env: Record<string, string | undefined>,
  parts: readonly DatabasePart[],
): Promise<object> {
  const file = onlyFileArgument(args)
  const place = databaseLocation(env)
  const manifest = await checkBackup(file)
  const source = { file, manifest, parts: partsIn(manifest, parts) }
  return { restored: file, ...(await ('url' in place ? restoreToPostgres(place.url, source) : restoreToFolder(place.folder, source))) }
}

function partsIn(manifest: Manifest, parts: readonly DatabasePart[]): RestoredPart[] {
  const schemas = { service: manifest.schema === noSchema ? undefined : manifest.schema, gateway: manifest.gateway }
  const found = parts.flatMap((part) => {
    const schema = schemas[part.name]
    if (schema !== undefined && !part.schemas.includes(schema))
      throw new BadBackup(`The backup was made by a newer release (${manifest.release}, schema ${schema}). Use that release.`)
    return schema === undefined ? [] : [{ ...part, schema }]
  })
  const unknown = manifest.tables.find(({ table }) => keyOf(found, table) === undefined)
  if (unknown) throw new BadBackup(`The backup contains a table that this release does not know: ${unknown.table}.`)
  return found
}

async function restoreToFolder(folder: string, source: Source): Promise<object> {
  const unlock = lockFolder(folder)
  const stamp = new Date().toISOString().replaceAll(':', '-')
  const fresh = join(folder, `restoring-${stamp}`)
  const kept = `before-restore-${stamp}`
  try {
    mkdirSync(fresh, { mode: 0o700 })
    const { notes, compare } = await withDatabase({ folder: fresh }, async (database: Database<AnyTables>) => {
      await load(database, source)
      const restoreNotes = await notesOf(database.query, source)
      await mergeLog(database)
      return restoreNotes
    })
    const further = await replaceDatabase(folder, fresh, kept, compare)
    return { ...source.manifest, ...(further && { before: join(folder, kept) }), notes: [...notes, ...(further ?? [])] }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    unlock()
  }
}

const restoreToPostgres = (url: string, source: Source): Promise<object> =>
  withDatabase({ url }, async (database: Database<AnyTables>) => {
    await load(database, source)
    return { ...source.manifest, notes: (await notesOf(database.query, source)).notes }
  })

async function notesOf(restored: AnyQuery, { manifest, parts }: Source): Promise<RestoreNotes> {
  const ofParts: RestoreNotes[] = []
  for (const { restoreNotes } of parts) if (restoreNotes) ofParts.push(await restoreNotes(restored, manifest.taken))
  return {
    notes: ofParts.flatMap(({ notes }) => notes),
    compare: async (replaced) => {
      const further: string[] = []
      for (const { compare } of ofParts) further.push(...(await compare(replaced)))
      return further
    },
  }
}

/** Restores everything, or nothing when it rejects. */
async function load(database: Database<AnyTables>, { file, manifest, parts }: Source): Promise<void> {
  for (const { migrate, schema } of parts) await migrate(database.query, schema)
  await installationId(database.query)
  await database.serializable(async (trx) => {
    // A backup of an earlier release lacks the tables that came later.
    const present = new Set((await trx.introspection.getTables()).map(({ name }) => name))
    for (const table of parts.flatMap(({ emptyBefore }) => emptyBefore)) if (present.has(table)) await requireEmpty(trx, table)
    await fill(trx, file)
    if (manifest.installation !== undefined) await adoptInstallation(trx, manifest.installation)
    for (const sum of manifest.tables) {
      const stored = await checksumOf(trx, sum.table, keyOf(parts, sum.table) ?? [])
      if (stored.sha256 !== sum.sha256) throw new Error(`The restored table ${sum.table} does not match the backup.`)
    }
  })
  for (const { migrate } of parts) await migrate(database.query)
}

const keyOf = (parts: readonly DatabasePart[], table: string): readonly string[] | undefined =>
  parts.map(({ keys }) => (Object.hasOwn(keys, table) ? keys[table] : undefined)).find((key) => key !== undefined)

async function requireEmpty(trx: AnyQuery, table: string): Promise<void> {
  if (await trx.selectFrom(table).selectAll().limit(1).executeTakeFirst())
    throw new Error(
      `The database already has ${table.replaceAll('_', ' ')}s. Create an empty one, restore into it, and start the service on it.`,
    )
}

/** Parameters per statement, below the 32,766 of SQLite. */
const maxParameters = 2000

/** Every table of the file is one of the parts'. */
async function fill(trx: AnyQuery, file: string): Promise<void> {
  let into: { table: string; columns: string[] } | undefined
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
    into = { table: entry.table, columns: entry.columns }
    // A new database is not empty: it has counters at zero.
    await trx.deleteFrom(entry.table).execute()
  }
  await store()
}

async function insert(trx: AnyQuery, { table, columns }: { table: string; columns: string[] }, rows: Cell[][]): Promise<void> {
  const named = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])))
  await trx.insertInto(table).values(named).execute()
}

/** Merges the write-ahead log of a SQLite database into its one file. Rejects while another process has it open. */
async function mergeLog<Tables>(database: Database<Tables>): Promise<void> {
  try {
    await sql`pragma journal_mode = delete`.execute(database.query)
  } catch (error) {
    if (isBusy(error)) throw new Error('Another process has the database open: stop it first.', { cause: error })
    throw error
  }
}

/**
 * Atomically replaces a folder's database with one from another folder whose log is merged; the old one is kept in a subfolder. The caller holds
 * the folder's lock. Rejects, with nothing replaced, if the old one is in use or cannot be read.
 * @param backupName the subfolder for the old database
 * @param read reads the old database before it is replaced
 * @returns what was read; null if there was no old database
 */
async function replaceDatabase<T>(
  folder: string,
  fresh: string,
  backupName: string,
  read: (old: AnyQuery) => Promise<T>,
): Promise<T | null> {
  let found: T | null = null
  if (existsSync(databaseFile(folder))) {
    // SQLite would replay a log left by the old database into the new one.
    found = await withDatabase({ folder }, async (old: Database<AnyTables>) => {
      await mergeLog(old)
      return read(old.query)
    })
    mkdirSync(join(folder, backupName), { mode: 0o700 })
    linkSync(databaseFile(folder), databaseFile(join(folder, backupName)))
  }
  renameSync(databaseFile(fresh), databaseFile(folder))
  rmSync(fresh, { recursive: true })
  return found
}
