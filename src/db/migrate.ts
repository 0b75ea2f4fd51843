import { Migrator, type Kysely, type Migration } from 'kysely'
import { isBusy } from './errors.ts'
import { again } from './open.ts'

/**
 * Brings the tables of one part of the product up to date. Parts keep separate histories, so each may live in a database without the other.
 * All that is missing is one change: it is made whole or not at all. Several processes may do this at once: the engines' locks let them in one by one.
 * @param part names the part in the history's table
 * @param migrations by name; they run in the order of their names, each once
 */
export async function migrate<Tables>(query: Kysely<Tables>, part: string, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({
    db: query,
    provider: { getMigrations: async () => migrations },
    migrationTableName: `${part}_migration`,
    migrationLockTableName: `${part}_migration_lock`,
  })
  await again(async () => {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  }, isBusy)
}
