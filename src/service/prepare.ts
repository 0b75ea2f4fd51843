import { migrate } from '#db/migrate.ts'
import type { Database } from '#db/open.ts'
import { first } from './migrations/0001-first.ts'
import { keys } from './migrations/0002-keys.ts'
import { livePolls } from './migrations/0003-live-polls.ts'
import { planMaxima } from './migrations/0004-plan-maxima.ts'
import { finishRemovals } from './chats/delete-chat.ts'
import type { Tables } from './tables.ts'

const migrations = { '0001-first': first, '0002-keys': keys, '0003-live-polls': livePolls, '0004-plan-maxima': planMaxima }

/** The names of every schema that the service's tables have had, oldest first. */
export const schemas: readonly string[] = Object.keys(migrations).toSorted()

/** Brings the service's tables up to date, or only up to an earlier schema. */
export function migrateService(database: Database<Tables>, last = schemas.at(-1) ?? ''): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => name <= last)
  return migrate(database.query, 'service', Object.fromEntries(wanted))
}

/** To be awaited before the service answers. */
export async function prepareService(database: Database<Tables>): Promise<void> {
  await migrateService(database)
  // Rows of deleted chats are out of sight already, so nobody waits for them to go; what fails now is tried at the next start.
  void finishRemovals(database.query).catch(() => {})
}
