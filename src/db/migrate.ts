import { Migrator, type Kysely, type Migration } from 'kysely'
import { isBusy } from './errors.ts'
import { again } from './open.ts'

/**
 * Brings the tables of one part of the product up to date. Parts keep separate histories, so each may live in a database without the other.
 * Several processes may do this at once: PostgreSQL's lock lets them in one by one, on SQLite the later one tries again.
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
  }, isRace)
}

/** SQLite has no lock to wait at: a process that migrates at the same moment shows as a busy file, or as a table that is suddenly there. */
const isRace = (error: unknown) => isBusy(error) || (error instanceof Error && /already exists/.test(error.message))
