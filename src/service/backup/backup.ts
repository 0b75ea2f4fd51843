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

/** What `npm run backup` does. */

export const usage = `Usage:
  npm run backup -- FILE`

/**
 * Writes what the service stores, as it is at one moment, into a new file; the service may run on. Sessions are left out: who has one signs in again.
 * Resolves to what the file holds, as read back from it. Rejects with a UsageError before anything is opened; leaves no half file behind.
 */
export async function runBackupCommand(args: string[], env: Record<string, string | undefined>): Promise<object> {
  const file = onlyFileArgument(args)
  const place = databaseLocation(env)
  if (existsSync(file)) throw new Error(`${file} is there already: choose another name.`)
  if ('folder' in place && !existsSync(databaseFile(place.folder))) throw new Error(`There is no database in ${place.folder}.`)
  const database = openDatabase<Tables>(place)
  try {
    return { file, ...(await backUp(database, file)) }
  } finally {
    await database.close()
  }
}

async function backUp(database: Database<Tables>, file: string): Promise<Manifest> {
  // In a folder that others may write to, somebody could have put a link under a name that can be foreseen.
  const aside = `${file}.${randomUUID()}.part`
  // It holds addresses and the hashes of tokens.
  const target = await open(aside, 'wx', 0o600)
  try {
    // Before the snapshot, which only reads: where no process of this release has run yet, the id is made here.
    const installation = await installationId(database.query)
    await database.snapshot((query) =>
      pipeline(() => contentOf(query, installation), createGzip(), target.createWriteStream({ flush: true })),
    )
    const manifest = await checkBackup(aside)
    await rename(aside, file)
    return manifest
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

const piece = 64 * 1024

/** The lines of the file in pieces that are worth compressing. */
async function* contentOf(query: Kysely<Tables>, installation: string): AsyncGenerator<string> {
  let text = ''
  for await (const line of entries(query, installation)) {
    text += `${line}\n`
    if (text.length < piece) continue
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
    throw new Error(`The data have schema ${schema} and this release has ${schemas.at(-1)}: use the release that runs on them.`)
  return schema
}
