import { Migrator, type Kysely, type Migration } from 'kysely'

/**
 * Brings the tables of one part of the product up to date. Parts keep separate histories, so each may live in a database without the other.
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
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
