import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, SqliteDialect, type SqliteDatabase, type Transaction } from 'kysely'
import Sqlite from 'libsql'
import pg from 'pg'

/** Where the data lives: a folder for SQLite, or the address of a PostgreSQL database. */
export type Place = { folder: string } | { url: string }

export interface Database<Tables> {
  /** For reads and for changes of one statement. */
  query: Kysely<Tables>
  /**
   * Runs several statements as one change, serializable on both engines, and again when another change came between.
   * The work may run more than once: it must do nothing but talk to the database.
   */
  change: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>
  engine: 'sqlite' | 'postgres'
  close: () => Promise<void>
}

/** Opens the database and leaves its tables alone (see migrate.ts). Rejects when it cannot be reached. */
export function openDatabase<Tables>(place: Place): Database<Tables> {
  return 'url' in place ? openPostgres(place.url) : openSqlite(place.folder)
}

function openSqlite<Tables>(folder: string): Database<Tables> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = new Sqlite(join(folder, 'roomkeeper.db'))
  file.pragma('journal_mode = WAL')
  // An acknowledged change must survive a power cut, so every commit waits for the disk.
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  file.pragma('busy_timeout = 5000')
  // libsql has better-sqlite3's interface, and types of its own.
  const query = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file as unknown as SqliteDatabase }) })
  return {
    query,
    change: (work) => again(() => query.transaction().execute(work), isBusy),
    engine: 'sqlite',
    close: () => query.destroy(),
  }
}

// PostgreSQL sends int8 as text because it may exceed 2^53; our ids and counts never do.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

function openPostgres<Tables>(url: string): Database<Tables> {
  const pool = new pg.Pool({ connectionString: url, max: 10, statement_timeout: 5000, connectionTimeoutMillis: 5000, types })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    query,
    change: (work) => again(() => query.transaction().setIsolationLevel('serializable').execute(work), isConflict),
    engine: 'postgres',
    close: () => query.destroy(),
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')
/** 40001: serialization failure, 40P01: deadlock. Both mean "try the whole transaction again". */
const isConflict = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))

/** Whether a change was refused because a row with this key is there already. */
export const isDuplicate = (error: unknown) =>
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(codeOf(error))

const mostTries = 30

async function again<T>(work: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !mayRepeat(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * tries))
    }
  }
}
