import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { messageOf } from '#db/errors.ts'
import { NewerDatabase, hasTable, versionIn } from '#db/migrate.ts'
import { type DatabaseLocation, databaseFile, openDatabase } from '#db/open.ts'
import type { AnyQuery, AnyTables, DatabasePart } from '#db/part.ts'
import { outdatedParts } from '#db/upgrade.ts'
import { type SealedText, type SealedToken, sealedTokens } from '../access/team-keys.ts'
import { type Check, type InstallationFinding, checkOf, formatBytes } from './check.ts'
import type { ClockReading } from './upstream.ts'

export interface DatabaseReport {
  check: Check
  /** The size of the file; 0 for a database server, which has its own disk. */
  localBytes: number
  /** What only the key file can unseal. */
  sealed: SealedToken[]
  tokenKeys: SealedText[]
  clock: ClockReading | null
}

/** A larger file takes more than a minute on a slow disk. */
const maxQuickCheckBytes = 2_000_000_000

/** Less is not worth a stop of the server. */
const minUnusedBytes = 100_000_000

/** Opens the database without migrating it, also while the server is running. @param isFull whether a large file is checked completely */
export async function checkDatabase(location: DatabaseLocation, parts: readonly DatabasePart[], isFull: boolean): Promise<DatabaseReport> {
  const report: DatabaseReport = { check: checkOf('database'), localBytes: 0, sealed: [], tokenKeys: [], clock: null }
  const { facts, findings } = report.check
  if ('folder' in location) {
    const file = databaseFile(resolve(location.folder))
    if (!existsSync(file)) {
      facts.push(`${file} does not exist yet: the first start creates it`)
      return report
    }
    report.localBytes = sizeOf(file) + sizeOf(`${file}-wal`)
  }
  try {
    const database = openDatabase<AnyTables>(location)
    try {
      if ('folder' in location) await checkFile(database.query, report, isFull)
      else await checkServer(database.query, report)
      await checkSchemas(database.query, parts, report)
    } finally {
      await database.close()
    }
  } catch (error) {
    findings.push(unusable(error, 'url' in location))
  }
  return report
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

function unusable(error: unknown, isServer: boolean): InstallationFinding {
  if (error instanceof NewerDatabase)
    return { text: error.message, fix: 'Start the later release, or restore the backup from before its migration.' }
  return {
    text: `The database cannot be used: ${messageOf(error) || 'it does not answer'}.`,
    fix: isServer
      ? 'Check that PostgreSQL runs, and the host, user, password and name in DATABASE_URL.'
      : 'Check who owns the file and whether the disk is healthy. Otherwise restore the last backup (docs/operations.md, Restore).',
  }
}

async function checkFile(query: AnyQuery, { check, localBytes }: DatabaseReport, isFull: boolean): Promise<void> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(query)
  check.facts.push(`SQLite ${rows[0]!.version}, ${formatBytes(localBytes)}`)
  const unusedBytes = await unusedBytesIn(query)
  if (unusedBytes > Math.max(minUnusedBytes, localBytes / 3))
    check.findings.push({
      text: `${formatBytes(unusedBytes)} of the file are unused: SQLite keeps the space of deleted rows for new ones.`,
      fix: 'If the disk needs it: stop the server and run sqlite3 DATA_DIR/roomkeeper.db vacuum (as much free space is needed as the file has).',
    })
  if (localBytes > maxQuickCheckBytes && !isFull) {
    check.facts.push('the file was not checked completely: use --full')
    return
  }
  const problems = await sql<{ quick_check: string }>`pragma quick_check(5)`.execute(query)
  const found = problems.rows.map((row) => row.quick_check).filter((words) => words !== 'ok')
  if (found.length === 0) check.facts.push('the quick check of SQLite found no problems')
  else
    check.findings.push({
      text: `The file is damaged: ${found.join('; ')}.`,
      fix: 'Stop the server, copy the data folder, and restore the last backup. Have the disk checked.',
    })
}

async function unusedBytesIn(query: AnyQuery): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.execute(query)
  return rows[0]!.bytes
}

interface ServerState {
  now: number
  version: string
  bytes: number
  replica: boolean
  fsync: string
  commit: string
  pages: string
}

async function checkServer(query: AnyQuery, report: DatabaseReport): Promise<void> {
  const { facts, findings } = report.check
  const sentMs = Date.now()
  const { rows } = await sql<ServerState>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now, current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes, pg_is_in_recovery() as replica, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`.execute(query)
  const { now, version, bytes, replica, ...settings } = rows[0]!
  report.clock = { source: 'the database', timeMs: now, resolutionMs: 0, sentMs, receivedMs: Date.now() }
  facts.push(`PostgreSQL ${version}, ${formatBytes(bytes)}`)
  if (replica) findings.push({ text: 'The server is a standby, which accepts no writes.', fix: 'Set DATABASE_URL to the primary.' })
  const off = Object.entries({ fsync: settings.fsync, synchronous_commit: settings.commit, full_page_writes: settings.pages })
  for (const [name] of off.filter(([, value]) => value === 'off'))
    findings.push({
      text: `${name} is off: a crash can lose or damage acknowledged writes.`,
      fix: `As a superuser: alter system set ${name} = on; select pg_reload_conf();`,
    })
}

async function checkSchemas(query: AnyQuery, parts: readonly DatabasePart[], report: DatabaseReport): Promise<void> {
  const { facts, findings } = report.check
  const outdated = await outdatedParts(query, parts)
  report.sealed = await sealedTokens(query)
  if (await hasTable(query, 'account')) report.tokenKeys = await sealedTokenKeys(query)
  for (const { name } of parts) facts.push(`${name} tables: ${(await versionIn(query, name)) ?? 'none yet'}`)
  if (outdated.length > 0) {
    findings.push({
      text: `The tables are those of an earlier release (${outdated.map(({ name }) => name).join(', ')}).`,
      fix: 'Start this release: it makes a backup and then migrates them (docs/operations.md, Upgrade).',
    })
  }
}

/** Of the accounts of our own service, as session/seal.ts seals them. */
async function sealedTokenKeys(query: AnyQuery): Promise<SealedText[]> {
  const rows = await query.selectFrom('account').select(['id', 'token_key']).where('token_key', 'like', '%.%').execute()
  return rows.map(({ id, token_key }) => ({ purpose: 'token-key', workspace: String(id), sealed_token: String(token_key) }))
}
