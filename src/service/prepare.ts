import { migrate, migrationsIn } from '#db/migrate.ts'
import type { Database } from '#db/open.ts'
import { first } from './migrations/0001-first.ts'
import { keys } from './migrations/0002-keys.ts'
import { livePolls } from './migrations/0003-live-polls.ts'
import { planMaxima } from './migrations/0004-plan-maxima.ts'
import { messagePartitions } from './migrations/0005-message-partitions.ts'
import { resumeChatDeletions } from './chats/delete-chat.ts'
import type { Tables } from './tables.ts'

const migrations = {
  '0001-first': first,
  '0002-keys': keys,
  '0003-live-polls': livePolls,
  '0004-plan-maxima': planMaxima,
  '0005-message-partitions': messagePartitions,
}

/** The names of all versions of the schema, oldest first. */
export const schemas: readonly string[] = Object.keys(migrations).toSorted()

/** Migrates the service's tables to the newest schema, or to an earlier one. */
export function migrateService(database: Pick<Database<Tables>, 'query'>, last?: string): Promise<void> {
  return migrate(database.query, 'service', migrations, last)
}

/** For commands that may run before the first start. Rejects where the tables are those of an earlier release: only a start backs them up and migrates them. */
export async function prepareCommand(database: Database<Tables>): Promise<void> {
  const schema = (await migrationsIn(database.query, 'service')).at(-1)
  if (schema !== undefined && schemas.includes(schema) && schema !== schemas.at(-1))
    throw new Error('The database is that of an earlier release. Start this release on it once: that makes a backup and migrates it.')
  await migrateService(database)
}

/** Must complete before the service answers requests. */
export async function prepareService(database: Database<Tables>): Promise<void> {
  await migrateService(database)
  // Rows of deleted chats are already invisible, so this runs in the background; what fails is retried at the next start.
  void resumeChatDeletions(database.query).catch(() => {})
}
