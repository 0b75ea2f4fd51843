import { migrate } from '#db/migrate.ts'
import type { Database } from '#db/open.ts'
import { first } from './migrations/0001-first.ts'
import { finishRemovals } from './removal.ts'
import type { Tables } from './tables.ts'

/** Brings the service's tables up to date. */
export const migrateService = (database: Database<Tables>): Promise<void> => migrate(database.query, 'service', { '0001-first': first })

/** To be awaited before the service answers. */
export async function prepareService(database: Database<Tables>): Promise<void> {
  await migrateService(database)
  // Rows of deleted chats are out of sight already, so nobody waits for them to go; what fails now is tried at the next start.
  void finishRemovals(database).catch(() => {})
}
