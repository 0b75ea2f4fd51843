import { mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient, type RawBuilder, type Transaction } from 'kysely'
import Sqlite from 'libsql'
import pg from 'pg'
import { isConflict } from './errors.ts'
import { WritingSqliteDialect } from './sqlite-dialect.ts'

/** Where the data lives: a folder for SQLite, or the address of a PostgreSQL database. */
export type Place = { folder: string } | { url: string }

export interface Database<Tables> {
  /** For reads and for changes of one statement. */
  query: Kysely<Tables>
  /**
   * Runs several statements as one change, serializable on both engines: SQLite lets no other in, PostgreSQL repeats it when another came between.
   * The work may run more than once: it must do nothing but talk to the database.
   */
  change: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>
  /**
   * Runs several statements as one commit, with no promise about what others do between them: for work that begins by updating the row
   * which everybody else would have to update first. Cheaper than `change` where many want the same row; repeated like it.
   */
  together: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>
  /** Runs a change of one statement, again where the engine lets it wait for another and then fail, as PostgreSQL does for rows on another server. */
  single: <T>(work: (query: Kysely<Tables>) => Promise<T>) => Promise<T>
  /** Runs reads that all see the data of one moment, and holds up nobody who writes. Within it, use the query it is given and no other. */
  snapshot: <T>(work: (query: Kysely<Tables>) => Promise<T>) => Promise<T>
  /** Rejects where a change could not be stored now, such as on a full disk. Changes nothing that anybody reads. */
  probe: () => Promise<unknown>
  close: () => Promise<void>
}

/** Bytes, far above what one change takes. */
const leastRoom = 1024 * 1024

/** Where a folder's SQLite database is. */
export const fileOf = (folder: string) => join(folder, 'roomkeeper.db')

/**
 * Opens the database and leaves its tables alone (see migrate.ts). SQLite: throws when the file cannot be opened.
 * PostgreSQL connects at the first query, which rejects when nothing answers.
 * Open one place once in a process: a second SQLite connection would wait for the first on the one thread that both need.
 */
export function openDatabase<Tables>(place: Place): Database<Tables> {
  return 'url' in place ? openPostgres(place.url) : openSqlite(place.folder)
}

function openSqlite<Tables>(folder: string): Database<Tables> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = new Sqlite(fileOf(folder))
  file.pragma('busy_timeout = 5000')
  file.pragma('journal_mode = WAL')
  // An acknowledged change must survive a power cut, so every commit waits for the disk.
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  const query = new Kysely<Tables>({ dialect: new WritingSqliteDialect(file) })
  const change: Database<Tables>['change'] = (work) => query.transaction().execute(work)
  return {
    query,
    change,
    together: change,
    single: (work) => work(query),
    snapshot: (work) => atOneMoment(query, sql`begin`, work),
    probe: async () => {
      // What is tried below is one page, for which the log may have room when it has none for a change of several.
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < leastRoom) throw new Error(`The disk of ${folder} is full`)
      // A number in the file's first page, for which we have no use. It is written and synced like any change.
      await sql`pragma user_version = 0`.execute(query)
    },
    close: () => query.destroy(),
  }
}

// PostgreSQL sends int8 as text because it may exceed 2^53; our ids and counts never do.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
}

function openPostgres<Tables>(url: string): Database<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
    keepAlive: true,
    types,
  })
  // The pool replaces a connection that breaks. Without listeners it would end the process: on the pool while it is idle, on itself while it is in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: endingSilent(pool) }) })
  return {
    query,
    change: (work) => again(() => query.transaction().setIsolationLevel('serializable').execute(work), isConflict),
    together: (work) => again(() => query.transaction().execute(work), isConflict),
    single: (work) => again(() => work(query), isConflict),
    // The server's disk is the server's affair: without room for its log it stops, and then nothing answers.
    probe: () => sql`select 1`.execute(query),
    // Deferrable: it waits for a moment from which nothing can force it to begin again.
    snapshot: (work) => atOneMoment(query, sql`begin isolation level serializable read only deferrable`, work),
    close: () => query.destroy(),
  }
}

/** Milliseconds. The server's own limit does not help when the server itself has stopped answering. */
const longestSilence = 7000

/**
 * The pool, but a connection on which no answer comes is ended with its statement. The driver's own `query_timeout` gives up the statement alone:
 * once the server goes on, the connection is in the middle of a change, and whoever gets it next is refused or writes into what nobody will commit.
 */
function endingSilent(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect()
      const query = async (text: string, values: unknown[]) => {
        const timer = setTimeout(() => void client.end(), longestSilence)
        return client.query(text, values).finally(() => clearTimeout(timer))
      }
      // Kysely asks for a cursor only where it was given one.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
    },
    end: () => pool.end(),
  }
}

/** Not Kysely's own transactions: on SQLite those are for writing, see sqlite-dialect.ts. */
function atOneMoment<Tables, T>(
  query: Kysely<Tables>,
  begin: RawBuilder<unknown>,
  work: (query: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return query.connection().execute(async (connection) => {
    await begin.execute(connection)
    // Nothing was written, so there is nothing to commit.
    return work(connection).finally(() => sql`rollback`.execute(connection))
  })
}

const mostTries = 30

/** Does the work, and again while it fails in a way that may pass. Rejects with the last failure. */
export async function again<T>(work: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !mayRepeat(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * tries))
    }
  }
}
