import { CompiledQuery, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely'
import type Sqlite from 'libsql'

/** Kysely's SQLite, except that every transaction takes the lock for writing as it begins. */
export class WritingSqliteDialect extends SqliteDialect {
  readonly #file: Sqlite.Database

  constructor(file: Sqlite.Database) {
    super({ database: file })
    this.#file = file
  }

  override createDriver(): SqliteDriver {
    return new WritingSqliteDriver(this.#file)
  }
}

class WritingSqliteDriver extends SqliteDriver {
  readonly #file: Sqlite.Database

  constructor(file: Sqlite.Database) {
    super({ database: file })
    this.#file = file
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A plain "begin" lets a transaction read first, and then refuses its writes for good once another process has written.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full or failing disk SQLite has rolled back itself. A second time would fail, and its error would hide what really happened.
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}
