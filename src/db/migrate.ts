import { PostgresAdapter, sql, type Kysely, type Transaction } from 'kysely'
import { isBusy } from './errors.ts'
import { retry } from './open.ts'
import { release } from './release.ts'

/** How the tables of a version come to be. */
export interface Version {
  /** In a database without any. */
  create: (db: Kysely<never>) => Promise<void>
  /** From those of the version before; the first one has none. */
  upgrade?: (db: Kysely<never>) => Promise<void>
}

/** By name, oldest first, which is the order of the names. */
export type Versions = Readonly<Record<string, Version>>

/** The database has migrations that this release does not know. The message is for the operator. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
}

/**
 * Brings the tables of one part of the product up to date. Parts keep separate histories, so each can be in a database without the other.
 * Everything is done in one transaction. Several processes may call this at once: the engine's locks serialize them.
 * Rejects with NewerDatabase, with nothing changed, where a later release has migrated them.
 * @param part the prefix of the migration table
 * @param last the version that is wanted; by default the newest
 */
export async function migrate<Tables>(query: Kysely<Tables>, part: string, versions: Versions, last = newestOf(versions)): Promise<void> {
  const isThere = async (from: Kysely<Tables>) => ((await knownVersionIn(from, part, Object.keys(versions))) ?? '') >= last
  if (await isThere(query)) return
  const work = async (trx: Transaction<Tables>) => {
    await lockSchema(trx)
    if (!(await isThere(trx))) await bringTo(last, trx, part, versions)
  }
  await retry(() => query.transaction().execute(work), isBusy)
}

async function bringTo<Tables>(last: string, trx: Transaction<Tables>, part: string, versions: Versions): Promise<void> {
  const found = await versionIn(trx, part)
  const missing = Object.keys(versions).filter((name) => name <= last && name > (found ?? ''))
  if (found === null) await versions[last]!.create(trx as never)
  else for (const name of missing) await versions[name]!.upgrade?.(trx as never)
  const done = found === null ? [last] : missing

  const { schema } = trx
  const table = `${part}_migration`
  await schema
    .createTable(table)
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (c) => c.primaryKey())
    .addColumn('timestamp', 'varchar(255)', (c) => c.notNull())
    .execute()
  // Which release did it. Not a part of the backups: what is restored is migrated anew.
  await schema
    .createTable('release_of_migration')
    .ifNotExists()
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('migration', 'text', (c) => c.notNull())
    .addColumn('release', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('release_of_migration_key', ['part', 'migration'])
    .execute()
  const timestamp = new Date().toISOString()
  const rows = anyTables(trx)
  await rows
    .insertInto(table)
    .values(done.map((name) => ({ name, timestamp })))
    .execute()
  await rows
    .insertInto('release_of_migration')
    .values(done.map((migration) => ({ part, migration, release })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const newestOf = (versions: Versions): string => Object.keys(versions).at(-1)!

/** Any number will do, as long as all releases use the same. SQLite locks its file as the transaction begins. */
const schemaLockId = 3_853_314

async function lockSchema<Tables>(trx: Transaction<Tables>): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter) await sql`select pg_advisory_xact_lock(${schemaLockId})`.execute(trx)
}

/** The version of a part's tables; null where the database has none. Rejects with NewerDatabase where a later release has migrated them. */
export async function knownVersionIn<Tables>(query: Kysely<Tables>, part: string, known: readonly string[]): Promise<string | null> {
  const found = await versionIn(query, part)
  if (found === null || known.includes(found)) return found
  if (found < known.at(-1)!)
    throw new Error(`The tables of the database (${part} ${found}) are those of an earlier release, which this one cannot migrate.`)
  const maker = await releaseOf(query, part, found)
  throw new NewerDatabase(
    `The database was migrated by ${maker === null ? 'a later release' : `release ${maker}`} (${part} ${found}), and this is release ${release}, which does not know its tables. Nothing was changed. Start ${maker === null ? 'the later release' : `release ${maker} or a later one`}, or restore the backup of before that migration with this release; the folder "backups" in the data folder holds it unless it was turned off (docs/operations.md, Downgrade).`,
  )
}

/** The version of a part's tables, whether this release knows it or not; null where the database has none. */
export async function versionIn<Tables>(query: Kysely<Tables>, part: string): Promise<string | null> {
  const table = `${part}_migration`
  if (!(await hasTable(query, table))) return null
  const row = await anyTables(query).selectFrom(table).select('name').orderBy('name', 'desc').executeTakeFirst()
  return row?.name ?? null
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
