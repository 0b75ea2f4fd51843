import { Migrator, type Kysely, type Migration } from 'kysely'
import { isBusy } from './errors.ts'
import { retry } from './open.ts'
import { release } from './release.ts'

/** The database has migrations that this release does not know. The message is for the operator. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
}

/**
 * Brings the tables of one part of the product up to date. Parts keep separate histories, so each can be in a database without the other.
 * All missing migrations run in one transaction. Several processes may call this at once: the engine's locks serialize them.
 * Rejects with NewerDatabase, with nothing changed, where a later release has migrated them.
 * @param part the prefix of the migration tables
 * @param migrations by name; each runs once, in the order of the names
 * @param last the last one that runs; by default all do
 */
export async function migrate<Tables>(
  query: Kysely<Tables>,
  part: string,
  migrations: Record<string, Migration>,
  last?: string,
): Promise<void> {
  await refuseNewer(query, part, Object.keys(migrations))
  const wanted = Object.fromEntries(Object.entries(migrations).filter(([name]) => last === undefined || name <= last))
  const names = await run(query, part, wanted)
  if (names.length === 0) return
  await run(query, 'release', { '0001-release': releases })
  const rows = names.map((migration) => ({ part, migration, release }))
  await anyTables(query)
    .insertInto('release_of_migration')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Rejects with NewerDatabase where the database has migrations of a part other than the known ones. */
export async function refuseNewer<Tables>(query: Kysely<Tables>, part: string, known: readonly string[]): Promise<void> {
  const unknown = (await migrationsIn(query, part)).findLast((name) => !known.includes(name))
  if (unknown === undefined) return
  const maker = await releaseOf(query, part, unknown)
  throw new NewerDatabase(
    `The database was migrated by ${maker === null ? 'a later release' : `release ${maker}`} (${part} ${unknown}), and this is release ${release}, which does not know its tables. Nothing was changed. Start ${maker === null ? 'the later release' : `release ${maker} or a later one`}, or restore the backup of before that migration with this release; the folder "backups" in the data folder holds it unless it was turned off (docs/operations.md, Downgrade).`,
  )
}

/** The names of the migrations that a database has of a part, in their order. */
export async function migrationsIn<Tables>(query: Kysely<Tables>, part: string): Promise<string[]> {
  const table = `${part}_migration`
  if (!(await hasTable(query, table))) return []
  const rows = await anyTables(query).selectFrom(table).select('name').orderBy('name').execute()
  return rows.map(({ name }) => name ?? '')
}

/** Resolves to the names of the migrations that ran. */
async function run<Tables>(query: Kysely<Tables>, part: string, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({
    db: query,
    provider: { getMigrations: async () => migrations },
    migrationTableName: `${part}_migration`,
    migrationLockTableName: `${part}_migration_lock`,
  })
  return retry(async () => {
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw error
    return results.map(({ migrationName }) => migrationName)
  }, isBusy)
}

/** Which release ran each migration. It is not a part of the backups: what is restored is migrated anew. */
const releases: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('release_of_migration')
      .addColumn('part', 'text', (c) => c.notNull())
      .addColumn('migration', 'text', (c) => c.notNull())
      .addColumn('release', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('release_of_migration_key', ['part', 'migration'])
      .execute()
  },
}

/** null where it was not recorded. */
async function releaseOf<Tables>(query: Kysely<Tables>, part: string, migration: string): Promise<string | null> {
  if (!(await hasTable(query, 'release_of_migration'))) return null
  const rows = anyTables(query).selectFrom('release_of_migration').select('release')
  const row = await rows.where('part', '=', part).where('migration', '=', migration).executeTakeFirst()
  return row?.release ?? null
}

// A query for a table that does not exist would end the transaction of PostgreSQL.
export async function hasTable<Tables>(query: Kysely<Tables>, table: string): Promise<boolean> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === table)
}

// Tables that no part declares.
const anyTables = <Tables>(query: Kysely<Tables>) => query as unknown as Kysely<Record<string, Record<string, string>>>
