import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** A PostgreSQL server of our own that can be ended, started and frozen. Its settings are PostgreSQL's own: it keeps what it acknowledges. */
export interface Postgres {
  url: string
  start: () => Promise<void>
  /** Like a crash of all its processes. */
  crash: () => Promise<void>
  /** Stops or continues every process of the server, and those it starts meanwhile. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => void
  remove: () => Promise<void>
}

const run = promisify(execFile)

/**
 * Needs initdb and pg_ctl on the PATH or in Debian's folder for them.
 * @param settings of the server, without blanks
 */
export async function makePostgres(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const programs = findPrograms()
  // PostgreSQL refuses to run as root.
  const before = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const program = async (name: string, ...args: string[]) => {
    const [command = '', ...rest] = [...before, join(programs, name), ...args]
    // Its output is not piped: the server would inherit the pipe and hold it open.
    const child = spawn(command, rest, { cwd: '/', stdio: 'ignore' })
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`${name} ended with ${String(code)}`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-proof-postgres-'))
  if (before.length) await run('chown', ['postgres', folder])
  const data = join(folder, 'data')
  await program('initdb', '-D', data, '-A', 'trust', '-U', 'roomkeeper', '-E', 'UTF8', '--no-locale', '--no-sync')
  const port = await freePort()
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const start = () =>
    program('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', [`-h 127.0.0.1 -p ${port} -k ''`, ...options].join(' '), 'start')
  const crash = () => program('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')
  await start()
  return {
    url: `postgres://roomkeeper@127.0.0.1:${port}/postgres`,
    start,
    crash,
    signal: (name) => {
      const main = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      for (const pid of [main, ...childrenOf(main)]) process.kill(pid, name)
    },
    remove: async () => {
      await crash().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const childrenOf = (parent: number) =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

function findPrograms(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...versions]
  const found = folders.find((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))))
  if (!found) throw new Error('initdb and pg_ctl were not found')
  return found
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server on a host and port has an address of this shape.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
