import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '#db/errors.ts'
import type { Database } from '#db/open.ts'
import type { AnyTables, DatabasePart } from '#db/part.ts'
import { release } from '#db/release.ts'
import { backUp } from './backup.ts'

/**
 * Backs up the data before this release changes its tables, into a new file of the folder. Resolves to its path.
 * Rejects with a message for the operator, with nothing changed.
 */
export async function backUpBeforeMigration(
  database: Database<AnyTables>,
  folder: string,
  parts: readonly DatabasePart[],
): Promise<string> {
  const file = join(folder, `before-${release}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.gz`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await backUp(database, file, parts)
    return file
  } catch (error) {
    throw new Error(
      `The backup before the migration could not be written to ${folder}: ${messageOf(error)}. Nothing was changed. Make room there or choose another folder with BACKUP_DIR; if you have a backup of your own, start once with MIGRATION_BACKUP=off.`,
      { cause: error },
    )
  }
}
