import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import Sqlite from 'libsql'
import pg from 'pg'
import { createDataFolder } from './data-folder.ts'
import { isConflict } from './errors.ts'
import { SqliteFileDialect } from './sqlite-dialect.ts'

/** A folder for SQLite, or the URL of a PostgreSQL database. */
export type DatabaseLocation = { folder: string } | { url: string }

export interface Database<Tables> {
  /** For reads, and for writes of one statement. */
  query: Kysely<Tables>
  /**
   * Runs a serializable transaction. SQLite admits one writer at a time; PostgreSQL detects conflicts, and the transaction is retried.
   * The work may run more than once, so it must do nothing but use the database.
   */
  serializable: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>
  /**
   * Runs a read-committed transaction, retried like `serializable` and cheaper where many write the same row. For work that begins by updating
   * a row that every competing transaction must update first, which serves as its lock.
   */
  transaction: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>
  /** Runs a write of one statement, retried on a conflict: two that change the same rows in another order can deadlock. */
  autocommit: <T>(work: (query: Kysely<Tables>) => Promise<T>) => Promise<T>
  /** Runs reads that all see the same snapshot and block no writer. The work must use the query it is given and no other. */
  snapshot: <T>(work: (query: Kysely<Tables>) => Promise<T>) => Promise<T>
  /** Rejects if a write would fail now, for example because the disk is full. Changes no data. */
  probe: () => Promise<unknown>
  /** SQLite: moves the log into the database, so that what was replaced is in neither file. PostgreSQL does that by itself, later (vacuum). */
  emptyLog: () => Promise<void>
  size: () => Promise<DatabaseSize>
  /** The connections to PostgreSQL; null with SQLite, which has one. */
  pool: () => PoolState | null
  close: () => Promise<void>
}

export interface DatabaseSize {
  bytes: number
  /** Free on the disk of a folder; null for PostgreSQL, whose disk is another machine's. */
  freeBytes: number | null
}

export interface PoolState {
  busy: number
  idle: number
  /** Queries that wait for a connection. */
  waiting: number
}

/** Far more than one write takes. */
const minFreeBytes = 1024 * 1024

/** The path of a folder's SQLite database. */
export const databaseFile = (folder: string) => join(folder, 'roomkeeper.db')

/**
 * Opens the database without migrating it (see migrate.ts). SQLite: throws if the file cannot be opened.
 * PostgreSQL: connects at the first query, which rejects if the server does not answer.
 * Open each location once per process: a second SQLite connection would wait for the first on the one thread that both need.
 */
export function openDatabase<Tables>(location: DatabaseLocation, options: OpenOptions = {}): Database<Tables> {
  return 'url' in location ? openPostgres(location.url, options) : openSqlite(location.folder, options)
}

/** Opens the database for the time of the work. Without one it is created. */
export async function withDatabase<Tables, T>(
  location: DatabaseLocation,
  work: (database: Database<Tables>) => Promise<T>,
  options?: OpenOptions,
): Promise<T> {
  const database = openDatabase<Tables>(location, options)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export interface OpenOptions {
  /** Whether a statement on PostgreSQL may take any time: for a command that moves whole tables, never for requests. */
  hasTimeLimits?: boolean
  /** How long a write waits on SQLite while another process has locked the database. */
  lockTimeoutMs?: number
  /**
   * Whether closing leaves SQLite's log alone: for a thread beside the one that owns the database. Merging fails while another connection is open, and
   * libsql aborts the process where an error is thrown in a thread that is being ended.
   */
  isGuest?: boolean
}

function openSqlite<Tables>(folder: string, { lockTimeoutMs = 5000, isGuest = false }: OpenOptions): Database<Tables> {
  createDataFolder(folder)
  const file = new Sqlite(databaseFile(folder))
  file.pragma('busy_timeout = 5000')
  file.pragma('journal_mode = WAL')
  // An acknowledged write must survive a power cut, so every commit waits for the disk.
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  // What a write replaces or deletes in a page is overwritten with zeros, where the page is written anyway.
  file.pragma('secure_delete = fast')
  // From here on waiting for a lock is the dialect's work.
  file.pragma('busy_timeout = 0')
  const query = new Kysely<Tables>({ dialect: new SqliteFileDialect(file, lockTimeoutMs) })
  const transaction: Database<Tables>['serializable'] = (work) => query.transaction().execute(work)
  return {
    query,
    serializable: transaction,
    transaction,
    autocommit: (work) => work(query),
    snapshot: (work) => query.transaction().setAccessMode('read only').execute(work),
    probe: async () => {
      // The write below is one page, which the log may have room for even when it has none for a larger one.
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < minFreeBytes) throw new Error(`The disk of ${folder} is full`)
      // An unused number in the file's first page. It is locked, written and synced like any other write.
      await transaction((trx) => sql`pragma user_version = 0`.execute(trx))
    },
    emptyLog: async () => emptyLog(file),
    size: async () => {
      const { bavail, bsize } = await statfs(folder)
      const files = ['', '-wal', '-shm'].map((suffix) => stat(databaseFile(folder) + suffix).catch(() => ({ size: 0 })))
      return { bytes: (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0), freeBytes: bavail * bsize }
    },
    pool: () => null,
    close: async () => {
      await query.destroy()
      if (!file.open) return
      if (isGuest) file.close()
      else closeFile(file)
    },
  }
}

/**
 * Leaves one file, so that whoever copies it has everything. libsql closes a database only once its statements are collected, without which SQLite
 * keeps the log.
 */
function closeFile(file: Sqlite.Database): void {
  try {
    file.exec('pragma journal_mode = delete')
  } catch {
    // Another process has it open and keeps the log, or the disk fails. Whatever stays in the log is read by the next one to open the file.
    emptyLog(file)
  } finally {
    file.close()
  }
}

function emptyLog(file: Sqlite.Database): void {
  try {
    file.exec('pragma wal_checkpoint(truncate)')
  } catch {}
}

// PostgreSQL sends int8 as text because it may exceed 2^53; our ids and counts never do.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
}

function openPostgres<Tables>(url: string, { hasTimeLimits = true }: OpenOptions): Database<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    // A process that is suspended within a transaction would hold its row locks, the lease of the worker among them, for as long as it is away.
    ...(hasTimeLimits && { statement_timeout: 5000, idle_in_transaction_session_timeout: 5000 }),
    keepAlive: true,
    types,
  })
  // The pool replaces a broken connection. Without these listeners its error would end the process: emitted by the pool while the connection is idle, by the connection itself while it is in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: hasTimeLimits ? withResponseTimeout(pool) : pool }) })
  return {
    query,
    serializable: (work) => retry(() => query.transaction().setIsolationLevel('serializable').execute(work), isConflict),
    transaction: (work) => retry(() => query.transaction().execute(work), isConflict),
    autocommit: (work) => retry(() => work(query), isConflict),
    // The server watches its own disk: without room for its log it stops, and then nothing answers.
    probe: () => sql`select 1`.execute(query),
    emptyLog: async () => {},
    size: async () => {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(query)
      return { bytes: rows[0]!.bytes, freeBytes: null }
    },
    pool: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    // Deferrable: it waits for a snapshot that cannot cause a serialization failure.
    snapshot: (work) =>
      // Not a Kysely transaction, which cannot be deferrable.
      query.connection().execute(async (connection) => {
        await sql`begin isolation level serializable read only deferrable`.execute(connection)
        try {
          // It holds no row locks, and a backup may write to a slow disk between two reads.
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(connection)
          return await work(connection)
        } finally {
          // Nothing was written, so a rollback ends it.
          await sql`rollback`.execute(connection)
        }
      }),
    close: () => query.destroy(),
  }
}

/** The server's own `statement_timeout` does not help when the server itself has stopped answering. */
const responseTimeoutMs = 7000

/**
 * The pool, except that a connection which does not answer is closed together with its statement. The driver's own `query_timeout` abandons only the
 * statement: when the server resumes, the connection is inside an open transaction, and its next user fails or writes what nobody will commit.
 */
function withResponseTimeout(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect()
      const query = async (text: string, values: unknown[]) => {
        const timer = setTimeout(() => void client.end(), responseTimeoutMs)
        return client.query(text, values).finally(() => clearTimeout(timer))
      }
      // Kysely uses a cursor only if it was given one, so this one form of `query` is enough.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
    },
    end: () => pool.end(),
  }
}

const maxAttempts = 30

/** Runs the work until it succeeds, with random delays between attempts. Rejects with the last error, or the first that is not retryable. */
export async function retry<T>(work: () => Promise<T>, isRetryable: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * attempt))
    }
  }
}
