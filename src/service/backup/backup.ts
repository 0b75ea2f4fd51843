import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { messageOf } from '#db/errors.ts'
import { installationId } from '#db/installation.ts'
import { existingDatabase } from '#db/location.ts'
import { type Database, withDatabase } from '#db/open.ts'
import { knownVersionIn } from '#db/migrate.ts'
import type { AnyQuery, AnyTables, DatabasePart } from '#db/part.ts'
import { commandLine, release } from '#db/release.ts'
import { onlyFileArgument } from '#db/command-line.ts'
import { checkBackup, noSchema, type Head } from './backup-file.ts'
import { linesOf, startChecksum, type TableChecksum } from './rows.ts'

/** The command `npm run backup`. */

export const usage = `Usage:
  ${commandLine('backup')} FILE`

/**
 * Writes a consistent snapshot of the data of this release or an earlier one into a new file, also while the product runs. Sessions are left out, so users must sign in again.
 * Resolves to the manifest, as read back from the file. Rejects with a UsageError before anything is opened; leaves no partial file behind.
 */
export async function runBackupCommand(
  args: string[],
  env: Record<string, string | undefined>,
  parts: readonly DatabasePart[],
): Promise<object> {
  const file = onlyFileArgument(args)
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name.`)
  return withDatabase(existingDatabase(env), async (database: Database<AnyTables>) => ({ file, ...(await backUp(database, file, parts)) }))
}

/** Backs up an open database, of this release or an earlier one. Resolves to the manifest of the file; leaves no partial file behind. */
export async function backUp(database: Database<AnyTables>, file: string, parts: readonly DatabasePart[]) {
  // In a shared folder somebody could have placed a link under a predictable name.
  const partialFile = `${file}.${randomUUID()}.part`
  // Private, because it contains e-mail addresses and hashes of tokens.
  const target = await open(partialFile, 'wx', 0o600)
  const notes: string[] = []
  try {
    // Before the read-only snapshot: where no process of this release has run yet, this creates the id.
    const installation = await installationId(database.query)
    await database.snapshot(async (query) => {
      const schemas = await schemasOf(query, parts)
      const present = parts.filter(({ name }) => schemas[name] !== undefined)
      // What an earlier release left may lack the tables that the notes are about.
      for (const part of present) if (schemas[part.name] === part.schemas.at(-1)) notes.push(...((await part.backupNotes?.(query)) ?? []))
      const keys = await keysIn(query, present)
      const content = () => contentOf(query, headOf(schemas, installation), keys)
      await pipeline(content, createGzip(), target.createWriteStream({ flush: true }))
    })
    const manifest = await checkBackup(partialFile)
    await rename(partialFile, file)
    return { ...manifest, notes }
  } catch (error) {
    await target.close()
    await rm(partialFile, { force: true })
    throw error
  }
}

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

type Schemas = Partial<Record<DatabasePart['name'], string>>

/** The versions of the parts that the database has. */
async function schemasOf(query: AnyQuery, parts: readonly DatabasePart[]): Promise<Schemas> {
  const found: Schemas = {}
  for (const part of parts) {
    const schema = await knownVersionIn(query, part.name, part.schemas)
    if (schema !== null) found[part.name] = schema
  }
  return found
}

type Keys = [table: string, key: readonly string[]][]

/** The primary keys of the tables that the database has: of an earlier release it lacks those that came later. */
async function keysIn(query: AnyQuery, parts: readonly DatabasePart[]): Promise<Keys> {
  const present = new Set((await query.introspection.getTables()).map(({ name }) => name))
  return parts.flatMap(({ keys }) => Object.entries(keys)).filter(([table]) => present.has(table))
}

const headOf = ({ service, gateway }: Schemas, installation: string): Head => ({
  format: 'roomkeeper-backup-1',
  release,
  schema: service ?? noSchema,
  ...(gateway !== undefined && { gateway }),
  taken: new Date().toISOString(),
  installation,
})

const minPieceLength = 64 * 1024

/** The lines of the file, joined into pieces that are large enough to compress well. */
async function* contentOf(query: AnyQuery, head: Head, keys: Keys): AsyncGenerator<string> {
  let text = ''
  for await (const line of entries(query, head, keys)) {
    text += `${line}\n`
    if (text.length < minPieceLength) continue
    yield text
    text = ''
  }
  yield text
}

async function* entries(query: AnyQuery, head: Head, keys: Keys): AsyncGenerator<string> {
  yield JSON.stringify(head)
  const tables: TableChecksum[] = []
  for (const [table, key] of keys) {
    const sum = startChecksum(table)
    for await (const line of linesOf(query, table, key)) {
      sum.add(line)
      yield line
    }
    tables.push(sum.end())
  }
  yield JSON.stringify({ tables })
}
