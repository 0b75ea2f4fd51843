import { CompiledQuery, SqliteDialect, SqliteDriver, type DatabaseConnection, type SqliteDatabase } from 'kysely'

/** Kysely's SQLite, except that every transaction takes the lock for writing as it begins. */
export class WritingSqliteDialect extends SqliteDialect {
  readonly #file: SqliteDatabase

  constructor(file: SqliteDatabase) {
    super({ database: file })
    this.#file = file
  }

  override createDriver(): SqliteDriver {
    return new WritingSqliteDriver({ database: this.#file })
  }
}

class WritingSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A plain "begin" lets a transaction read first, and then refuses its writes for good once another process has written.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}
