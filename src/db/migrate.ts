import { Migrator, type Kysely, type Migration } from 'kysely'
import { isBusy } from './errors.ts'
import { retry } from './open.ts'

/**
 * Brings the tables of one part of the product up to date. Parts keep separate histories, so each can be in a database without the other.
 * All missing migrations run in one transaction. Several processes may call this at once: the engine's locks serialize them.
 * @param part the prefix of the migration tables
 * @param migrations by name; each runs once, in the order of the names
 */
export async function migrate<Tables>(query: Kysely<Tables>, part: string, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({
    db: query,
    provider: { getMigrations: async () => migrations },
    migrationTableName: `${part}_migration`,
    migrationLockTableName: `${part}_migration_lock`,
  })
  await retry(async () => {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  }, isBusy)
}
