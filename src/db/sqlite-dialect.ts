import { setImmediate, setTimeout as setTimer } from 'node:timers'
import {
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type Sqlite from 'libsql'
import { isBusy } from './errors.ts'

/** Kysely's SQLite dialect, except that migrations run in a transaction, and that its driver is the one below. */
export class SqliteFileDialect extends SqliteDialect {
  readonly #file: Sqlite.Database
  readonly #lockTimeoutMs: number

  /** @param lockTimeoutMs how long a statement waits while another process has locked the database */
  constructor(file: Sqlite.Database, lockTimeoutMs: number) {
    super({ database: file })
    this.#file = file
    this.#lockTimeoutMs = lockTimeoutMs
  }

  override createAdapter(): SqliteAdapter {
    return new MigratingSqliteAdapter()
  }

  override createDriver(): Driver {
    return new SqliteFileDriver(this.#file, this.#lockTimeoutMs)
  }
}

class MigratingSqliteAdapter extends SqliteAdapter {
  /** Otherwise a power cut during a migration leaves half of it, and every later start fails on what already exists. */
  override get supportsTransactionalDdl() {
    return true
  }
}

/** The file has one connection. Whoever uses it has a turn: for a statement, or for a whole transaction. */
interface FileConnection extends DatabaseConnection {
  /** Set during a transaction. */
  endTurn: (() => void) | undefined
}

/**
 * libsql cannot end a statement that failed because the database was locked: it stays active until it is collected or runs again, and SQLite commits
 * nothing while a write is active. So no prepared statement may ever ask for the lock. Every write runs in a transaction, and `exec`, which does end
 * its statements, takes the lock as it begins.
 *
 * SQLite's own wait for a lock would block the thread that answers everybody, so the wait is here, and reads go on meanwhile.
 */
class SqliteFileDriver implements Driver {
  readonly #file: Sqlite.Database
  readonly #lockTimeoutMs: number
  readonly #statements = new Map<string, Sqlite.Statement>()
  #lastTurn: Promise<void> = Promise.resolve()
  /** When the thread came to the first statement since it last turned to others. */
  #busySince: number | null = null

  constructor(file: Sqlite.Database, lockTimeoutMs: number) {
    this.#file = file
    this.#lockTimeoutMs = lockTimeoutMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<FileConnection> {
    const connection: FileConnection = {
      endTurn: undefined,
      // Kysely chooses the type of the rows by the statement.
      executeQuery: <Row>(query: CompiledQuery) => this.#execute(connection, query) as Promise<QueryResult<Row>>,
      streamQuery: () => {
        throw new Error('Statements on SQLite are not streamed')
      },
    }
    return connection
  }

  async beginTransaction(connection: FileConnection, { accessMode }: TransactionSettings): Promise<void> {
    // A transaction that reads first has its writes refused once another process has written.
    await this.#inTurn((endTurn) => {
      if (accessMode === 'read only') this.#file.exec('begin')
      else this.#file.exec('begin immediate')
      connection.endTurn = endTurn
    })
  }

  async commitTransaction(): Promise<void> {
    this.#file.exec('commit')
  }

  async rollbackTransaction(): Promise<void> {
    // On a full or failing disk SQLite has already rolled back. A second rollback would fail, and its error would hide the cause.
    if (this.#file.inTransaction) this.#file.exec('rollback')
  }

  async releaseConnection(connection: FileConnection): Promise<void> {
    connection.endTurn?.()
    connection.endTurn = undefined
  }

  /** Waits for the transaction that is under way. */
  async destroy(): Promise<void> {
    const endTurn = await this.#nextTurn()
    this.#statements.clear()
    endTurn()
  }

  async #execute(connection: FileConnection, query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (connection.endTurn) return this.#run(query)
    return this.#inTurn((endTurn) => {
      this.#busySince ??= this.#begin()
      const result = isWrite(query) ? this.#runInTransaction(query) : this.#run(query)
      // Otherwise the reads of a request would keep the thread until the last one has ended.
      if (performance.now() - this.#busySince > maxBusyMs) setTimer(endTurn, 0)
      else endTurn()
      return result
    })
  }

  #begin(): number {
    setImmediate(() => (this.#busySince = null))
    return performance.now()
  }

  #runInTransaction(query: CompiledQuery): QueryResult<unknown> {
    this.#file.exec('begin immediate')
    try {
      const result = this.#run(query)
      this.#file.exec('commit')
      return result
    } catch (error) {
      if (this.#file.inTransaction) this.#file.exec('rollback')
      throw error
    }
  }

  #run({ sql, parameters }: CompiledQuery): QueryResult<unknown> {
    const statement = this.#prepare(sql)
    try {
      if (statement.reader) return { rows: statement.all(parameters) }
      const { changes, lastInsertRowid } = statement.run(parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      this.#statements.delete(sql)
      throw error
    }
  }

  /** Preparing a statement takes as long as running it, so the most recently used ones are cached. */
  #prepare(sql: string): Sqlite.Statement {
    const statement = this.#statements.get(sql) ?? this.#file.prepare(sql)
    // Reinserted at the end, so that the least recently used one is first.
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    if (this.#statements.size > maxPreparedStatements) this.#statements.delete(this.#statements.keys().next().value!)
    return statement
  }

  /**
   * Does the work when nobody else uses the file, again and again while another process has locked it.
   * @param work ends the turn, now or later, unless it throws
   */
  async #inTurn<T>(work: (endTurn: () => void) => T): Promise<T> {
    const deadline = performance.now() + this.#lockTimeoutMs
    for (let attempt = 1; ; attempt++) {
      const endTurn = await this.#nextTurn()
      try {
        return work(endTurn)
      } catch (error) {
        endTurn()
        if (!isBusy(error) || performance.now() >= deadline) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(attempt * 2, maxRetryDelayMs)))
    }
  }

  /** First come, first served. @returns ends the turn */
  async #nextTurn(): Promise<() => void> {
    const last = this.#lastTurn
    let endTurn!: () => void
    this.#lastTurn = new Promise((resolve) => (endTurn = resolve))
    await last
    return endTurn
  }
}

const maxBusyMs = 5
const maxPreparedStatements = 200
const maxRetryDelayMs = 50

/** Raw statements outside a transaction are pragmas and reads. */
const isWrite = ({ query }: CompiledQuery): boolean => !SelectQueryNode.is(query) && !RawNode.is(query)
