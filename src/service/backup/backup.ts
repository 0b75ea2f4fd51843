import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import { installationId } from '#db/installation.ts'
import { databaseFile, openDatabase, type Database } from '#db/open.ts'
import { databaseLocation } from '#db/location.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { onlyFileArgument } from '../command-line.ts'
import { schemas } from '../prepare.ts'
import type { Tables } from '../tables.ts'
import { checkBackup, type Head, type Manifest } from './backup-file.ts'
import { linesOf, startChecksum, tableNames, type TableChecksum } from './rows.ts'

/** The command `npm run backup`. */

export const usage = `Usage:
  npm run backup -- FILE`

/**
 * Writes a consistent snapshot of the service's data into a new file, also while the service runs. Sessions are left out, so users must sign in again.
 * Resolves to the manifest, as read back from the file. Rejects with a UsageError before anything is opened; leaves no partial file behind.
 */
export async function runBackupCommand(args: string[], env: Record<string, string | undefined>): Promise<object> {
  const file = onlyFileArgument(args)
  const place = databaseLocation(env)
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name.`)
  if ('folder' in place && !existsSync(databaseFile(place.folder))) throw new Error(`There is no database in ${place.folder}.`)
  const database = openDatabase<Tables>(place)
  try {
    return { file, ...(await backUp(database, file)) }
  } finally {
    await database.close()
  }
}

async function backUp(database: Database<Tables>, file: string): Promise<Manifest> {
  // In a shared folder somebody could have placed a link under a predictable name.
  const partialFile = `${file}.${randomUUID()}.part`
  // Private, because it contains e-mail addresses and hashes of tokens.
  const target = await open(partialFile, 'wx', 0o600)
  try {
    // Before the read-only snapshot: where no process of this release has run yet, this creates the id.
    const installation = await installationId(database.query)
    await database.snapshot((query) =>
      pipeline(() => contentOf(query, installation), createGzip(), target.createWriteStream({ flush: true })),
    )
    const manifest = await checkBackup(partialFile)
    await rename(partialFile, file)
    return manifest
  } catch (error) {
    await rm(partialFile, { force: true })
    throw error
  }
}

const minPieceLength = 64 * 1024

/** The lines of the file, joined into pieces that are large enough to compress well. */
async function* contentOf(query: Kysely<Tables>, installation: string): AsyncGenerator<string> {
  let text = ''
  for await (const line of entries(query, installation)) {
    text += `${line}\n`
    if (text.length < minPieceLength) continue
    yield text
    text = ''
  }
  yield text
}

async function* entries(query: Kysely<Tables>, installation: string): AsyncGenerator<string> {
  const head: Head = {
    format: 'roomkeeper-backup-1',
    release: packageFile.version,
    schema: await schemaOf(query),
    taken: new Date().toISOString(),
    installation,
  }
  yield JSON.stringify(head)
  const tables: TableChecksum[] = []
  for (const table of tableNames) {
    const sum = startChecksum(table)
    for await (const line of linesOf(query, table)) {
      sum.add(line)
      yield line
    }
    tables.push(sum.end())
  }
  yield JSON.stringify({ tables })
}

async function schemaOf(query: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from service_migration order by name desc limit 1`.execute(query)
  const schema = rows[0]?.name ?? 'none'
  if (schema !== schemas.at(-1))
    throw new Error(`The data has schema ${schema}, and this release has ${schemas.at(-1)}. Use the release that runs on the data.`)
  return schema
}
