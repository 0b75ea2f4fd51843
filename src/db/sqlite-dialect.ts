import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely'
import type Sqlite from 'libsql'

/** Kysely's SQLite, except that every transaction takes the lock for writing as it begins, migrations run in one, and statements are prepared once. */
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
  /** Otherwise a power cut within a migration leaves half of it, and every later start fails at what is there already. */
  override get supportsTransactionalDdl() {
    return true
  }
}

class WritingSqliteDriver extends SqliteDriver {
  readonly #file: Sqlite.Database

  constructor(file: Sqlite.Database) {
    super({ database: { prepare: preparedOnce(file), close: () => file.close() } })
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

const mostPrepared = 200

/** Preparing a statement takes as long as running it, so those used are kept. */
function preparedOnce(file: Sqlite.Database) {
  const kept = new Map<string, Sqlite.Statement>()
  return (text: string): Sqlite.Statement => {
    const statement = kept.get(text) ?? file.prepare(text)
    // The one used last goes to the end, the one unused for longest stands first.
    kept.delete(text)
    kept.set(text, statement)
    if (kept.size > mostPrepared) kept.delete(kept.keys().next().value!)
    return statement
  }
}
