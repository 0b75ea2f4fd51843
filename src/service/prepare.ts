import { knownVersionIn, migrate, newestOf, type Versions } from '#db/migrate.ts'
import type { Database } from '#db/open.ts'
import { resumeChatDeletions } from './chats/delete-chat.ts'
import { createServiceTables, type Tables } from './tables.ts'

const versions: Versions = { '0005-message-partitions': { create: createServiceTables } }

/** The names of all versions of the schema, oldest first. */
export const schemas: readonly string[] = Object.keys(versions)

/** Migrates the service's tables to the newest schema, or to an earlier one. */
export function migrateService(database: Pick<Database<Tables>, 'query'>, last = newestOf(versions)): Promise<void> {
  return migrate(database.query, 'service', versions, last)
}

/** For commands that may run before the first start. Rejects where the tables are those of an earlier release: only a start backs them up and migrates them. */
export async function prepareCommand(database: Database<Tables>): Promise<void> {
  const schema = await knownVersionIn(database.query, 'service', schemas)
  if (schema !== null && schema !== schemas.at(-1))
    throw new Error('The database is that of an earlier release. Start this release on it once: that makes a backup and migrates it.')
  await migrateService(database)
}

/** Must complete before the service answers requests. */
export async function prepareService(database: Database<Tables>): Promise<void> {
  await migrateService(database)
  // Rows of deleted chats are already invisible, so this runs in the background; what fails is retried at the next start.
  void resumeChatDeletions(database.query).catch(() => {})
}
