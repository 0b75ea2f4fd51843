import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely'
import type Sqlite from 'libsql'

/** Kysely's SQLite dialect, except that every transaction takes the write lock as it begins, migrations run in a transaction, and prepared statements are cached. */
export class WritingSqliteDialect extends SqliteDialect {
  readonly #file: Sqlite.Database

  constructor(file: Sqlite.Database) {
    super({ database: file })
    this.#file = file
  }

  override createAdapter(): SqliteAdapter {
    return new MigratingSqliteAdapter()
  }

  override createDriver(): SqliteDriver {
    return new WritingSqliteDriver(this.#file)
  }
}

class MigratingSqliteAdapter extends SqliteAdapter {
  /** Otherwise a power cut during a migration leaves half of it, and every later start fails on what already exists. */
  override get supportsTransactionalDdl() {
    return true
  }
}

class WritingSqliteDriver extends SqliteDriver {
  readonly #file: Sqlite.Database

  constructor(file: Sqlite.Database) {
    super({ database: { prepare: withStatementCache(file), close: () => file.close() } })
    this.#file = file
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A plain "begin" lets a transaction read first, and then rejects its writes once another process has written.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full or failing disk SQLite has already rolled back. A second rollback would fail, and its error would hide the cause.
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}

const maxPreparedStatements = 200

/** Preparing a statement takes as long as running it, so the most recently used ones are cached. */
function withStatementCache(file: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement>()
  return (text: string): Sqlite.Statement => {
    const statement = statements.get(text) ?? file.prepare(text)
    // Reinserted at the end, so that the least recently used one is first.
    statements.delete(text)
    statements.set(text, statement)
    if (statements.size > maxPreparedStatements) statements.delete(statements.keys().next().value!)
    return statement
  }
}
