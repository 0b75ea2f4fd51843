import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isBusy } from './errors.ts'
import { databaseFile, openDatabase, type Database } from './open.ts'
import type { AnyQuery, AnyTables } from './part.ts'

/** Merges the write-ahead log of a SQLite database into its one file. Rejects while another process has it open. */
export async function mergeLog<Tables>(database: Database<Tables>): Promise<void> {
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
export async function replaceDatabase<T>(
  folder: string,
  fresh: string,
  backupName: string,
  read: (old: AnyQuery) => Promise<T>,
): Promise<T | null> {
  let found: T | null = null
  if (existsSync(databaseFile(folder))) {
    // SQLite would replay a log left by the old database into the new one.
    const old = openDatabase<AnyTables>({ folder })
    try {
      await mergeLog(old)
      found = await read(old.query)
    } finally {
      await old.close()
    }
    mkdirSync(join(folder, backupName), { mode: 0o700 })
    linkSync(databaseFile(folder), databaseFile(join(folder, backupName)))
  }
  renameSync(databaseFile(fresh), databaseFile(folder))
  rmSync(fresh, { recursive: true })
  return found
}
