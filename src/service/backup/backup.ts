import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { installationId } from '#db/installation.ts'
import { databaseFile, openDatabase, type Database } from '#db/open.ts'
import { databaseLocation } from '#db/location.ts'
import { schemaIn, type AnyQuery, type AnyTables, type DatabasePart } from '#db/part.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { onlyFileArgument } from '../command-line.ts'
import { checkBackup, noSchema, type Head } from './backup-file.ts'
import { linesOf, startChecksum, type TableChecksum } from './rows.ts'

/** The command `npm run backup`. */

export const usage = `Usage:
  npm run backup -- FILE`

/**
 * Writes a consistent snapshot of the data into a new file, also while the product runs. Sessions are left out, so users must sign in again.
 * Resolves to the manifest, as read back from the file. Rejects with a UsageError before anything is opened; leaves no partial file behind.
 */
export async function runBackupCommand(
  args: string[],
  env: Record<string, string | undefined>,
  parts: readonly DatabasePart[],
): Promise<object> {
  const file = onlyFileArgument(args)
  const place = databaseLocation(env)
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name.`)
  if ('folder' in place && !existsSync(databaseFile(place.folder))) throw new Error(`There is no database in ${place.folder}.`)
  const database = openDatabase<AnyTables>(place)
  try {
    return { file, ...(await backUp(database, file, parts)) }
  } finally {
    await database.close()
  }
}

async function backUp(database: Database<AnyTables>, file: string, parts: readonly DatabasePart[]) {
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
      for (const part of present) notes.push(...((await part.backupNotes?.(query)) ?? []))
      const content = () => contentOf(query, headOf(schemas, installation), present)
      await pipeline(content, createGzip(), target.createWriteStream({ flush: true }))
    })
    const manifest = await checkBackup(partialFile)
    await rename(partialFile, file)
    return { ...manifest, notes }
  } catch (error) {
    await rm(partialFile, { force: true })
    throw error
  }
}

type Schemas = Partial<Record<DatabasePart['name'], string>>

/** The versions of the parts that the database has. */
async function schemasOf(query: AnyQuery, parts: readonly DatabasePart[]): Promise<Schemas> {
  const found: Schemas = {}
  for (const part of parts) {
    const schema = await schemaIn(query, part)
    if (schema === null) continue
    const last = part.schemas.at(-1)
    if (schema !== last)
      throw new Error(`The data has schema ${schema}, and this release has ${last}. Use the release that runs on the data.`)
    found[part.name] = schema
  }
  return found
}

const headOf = ({ service, gateway }: Schemas, installation: string): Head => ({
  format: 'roomkeeper-backup-1',
  release: packageFile.version,
  schema: service ?? noSchema,
  ...(gateway !== undefined && { gateway }),
  taken: new Date().toISOString(),
  installation,
})

const minPieceLength = 64 * 1024

/** The lines of the file, joined into pieces that are large enough to compress well. */
async function* contentOf(query: AnyQuery, head: Head, parts: readonly DatabasePart[]): AsyncGenerator<string> {
  let text = ''
  for await (const line of entries(query, head, parts)) {
    text += `${line}\n`
    if (text.length < minPieceLength) continue
    yield text
    text = ''
  }
  yield text
}

async function* entries(query: AnyQuery, head: Head, parts: readonly DatabasePart[]): AsyncGenerator<string> {
  yield JSON.stringify(head)
  const tables: TableChecksum[] = []
  for (const [table, key] of parts.flatMap(({ keys }) => Object.entries(keys))) {
    const sum = startChecksum(table)
    for await (const line of linesOf(query, table, key)) {
      sum.add(line)
      yield line
    }
    tables.push(sum.end())
  }
  yield JSON.stringify({ tables })
}
