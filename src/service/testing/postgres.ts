import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { workersOf } from './citus.ts'

/**
 * Provides a PostgreSQL server for the tests: the one of TEST_DATABASE_URL (whose user must be allowed to create databases), or a temporary one where
 * initdb and pg_ctl are installed. TEST_DATABASE_URL=none skips the tests on PostgreSQL. Where it is the coordinator of a Citus cluster, the tables of
 * every test are distributed over its workers (see citus.ts).
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** null = not available. */
    postgresUrl: string | null
    /** Whether it is the coordinator of a Citus cluster. */
    hasCitus: boolean
    /** The name of a database with all tables and no rows, to copy (gateway/testing/postgres-template.ts); null = not available. */
    postgresTemplate: string | null
  }
}

const run = promisify(execFile)

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? null : await startPostgres(forTests)
  if (server) {
    project.provide('postgresUrl', server.url)
    project.provide('hasCitus', false)
    return server.stop
  }
  const url = given && given !== 'none' ? given : null
  if (!url)
    console.log(
      `Tests on PostgreSQL are skipped: ${given ? 'TEST_DATABASE_URL is "none"' : 'neither TEST_DATABASE_URL nor initdb and pg_ctl were found'}.`,
    )
  project.provide('postgresUrl', url)
  project.provide('hasCitus', url !== null && (await workersOf(url)).length > 0)
}

/** The folder with initdb and pg_ctl. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...versions]
  return folders.find((folder) => ['initdb', 'pg_ctl'].every((program) => existsSync(join(folder, program))))
}

/** Nothing has to be found again after a crash. Tests have few rows: to vacuum hundreds of databases, or to compile a query, takes longer than it saves. */
const forTests = '-c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off -c jit=off'

/**
 * A new, empty server; null where PostgreSQL is not installed.
 * @param options further ones of the server
 */
export async function startPostgres(options = ''): Promise<{ url: string; stop: () => Promise<void> } | null> {
  const programs = findPrograms()
  if (!programs) return null
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : null
  const program = (name: string, ...args: string[]) => {
    const path = join(programs, name)
    return user ? run('runuser', ['-u', user, '--', path, ...args], { cwd: '/' }) : run(path, args)
  }
  const shutDown = async (folder: string) => {
    // Fails when the server is already down, as after a restart of the machine.
    await program('pg_ctl', '-D', join(folder, 'data'), '-w', '-m', 'immediate', 'stop').catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
  await Promise.all(abandonedFolders().map(shutDown))

  const folder = await mkdtemp(join(tmpdir(), `roomkeeper-postgres-${process.pid}-`))
  if (user) await run('chown', [user, folder])
  else await chmod(folder, 0o700)
  const data = join(folder, 'data')
  const port = await freePort()
  await program('initdb', '-D', data, '-A', 'trust', '-U', 'roomkeeper', '-E', 'UTF8', '--no-locale', '--no-sync')
  // The data is needed for this run only, so nothing has to be synced to disk.
  const own = `-h 127.0.0.1 -p ${port} -k '' -c fsync=off -c synchronous_commit=off -c max_connections=200`
  await program('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', `${own} ${options}`, 'start')
  return {
    url: `postgres://roomkeeper@127.0.0.1:${port}/postgres`,
    stop: () => shutDown(folder),
  }
}

/** Folders of runs that were killed before they could stop their server. The name contains the process id of the run. */
function abandonedFolders(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => {
      const run = /^roomkeeper-postgres-(\d+)-/.exec(name)?.[1]
      return run && !isRunning(Number(run))
    })
    .map((name) => join(tmpdir(), name))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<string> {
  for (const name of ['postgres', 'nobody']) {
    const found = await run('id', ['-u', name]).catch(() => null)
    if (found) return name
  }
  throw new Error('PostgreSQL does not start as root, and there is no user "postgres" or "nobody" to start it as')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('No free port')
  return address.port
}
