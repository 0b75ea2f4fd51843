import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isBusy } from './errors.ts'
import { fileOf, openDatabase, type Database } from './open.ts'

/** Brings everything into the one file of a SQLite database, beside which its log may otherwise lie. Rejects while another process has it open. */
export async function settle<Tables>(database: Database<Tables>): Promise<void> {
  try {
    await sql`pragma journal_mode = delete`.execute(database.query)
  } catch (error) {
    if (isBusy(error)) throw new Error('Another process has the database open: end it first.', { cause: error })
    throw error
  }
}

/**
 * Puts the settled database of one folder in the place of another's, which stays whole in a folder beside it. At every moment there is one or
 * the other. The caller holds the folder's lock. Rejects, with nothing replaced, when the old one is in use or cannot be read.
 * @param kept the name of the folder for the old one
 * @returns whether there was an old one
 */
export async function replaceDatabase(folder: string, fresh: string, kept: string): Promise<boolean> {
  const wasThere = existsSync(fileOf(folder))
  if (wasThere) {
    // A log of the old database beside the new one would be played into it.
    const old = openDatabase({ folder })
    await settle(old).finally(old.close)
    mkdirSync(join(folder, kept), { mode: 0o700 })
    linkSync(fileOf(folder), fileOf(join(folder, kept)))
  }
  renameSync(fileOf(fresh), fileOf(folder))
  rmSync(fresh, { recursive: true })
  return wasThere
}
