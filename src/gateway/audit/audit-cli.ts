import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dataFolder, existingDatabase } from '#db/location.ts'
import { messageOf } from '#db/errors.ts'
import { type Database, withDatabase } from '#db/open.ts'
import { commandLine } from '#db/release.ts'
import { UsageError, parseOptions } from '#db/command-line.ts'
import { type Keys, createKeys } from '../session/seal.ts'
import type { GatewayTables, Query } from '../database/database.ts'
import { linesAfter, verifyAll } from './chain.ts'

/** The command `npm run audit`. */

const usage = `Usage:
  ${commandLine('audit')} verify [--workspace NAME]
  ${commandLine('audit')} export [--workspace NAME] [--from 2026-11-01] [--to 2026-12-01]

verify checks every line and prints what it found; export prints one line of JSON per line of the log. Times are UTC; --to is not included.
Exit codes: 0 whole or written, 1 failed, 2 wrong arguments, 3 the log was changed or is incomplete.`

interface Arguments {
  command: 'verify' | 'export'
  workspace: string | undefined
  /** Milliseconds. */
  from: number
  to: number
}

/** Resolves to the exit code. */
export async function runAuditCommand(
  args: string[],
  env: Record<string, string | undefined>,
  out: Writable,
  err: Writable,
): Promise<number> {
  if (args.includes('--help')) {
    out.write(`${usage}\n`)
    return 0
  }
  try {
    const wanted = parse(args)
    return await withDatabase(existingDatabase(env), (database: Database<GatewayTables>) =>
      database.snapshot((query) => (wanted.command === 'verify' ? verify(query, wanted, keysOf(env), out) : write(query, wanted, out))),
    )
  } catch (error) {
    err.write(`${messageOf(error)}\n`)
    if (error instanceof UsageError) err.write(`${usage}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

function parse(args: string[]): Arguments {
  const [command, ...rest] = args
  if (command !== 'verify' && command !== 'export') throw new UsageError('Say what to do: verify or export.')
  const { workspace, from, to } = parseOptions(rest, ['workspace', 'from', 'to'])
  if (command === 'verify' && (from !== undefined || to !== undefined))
    throw new UsageError('verify checks all lines: it takes no --from and no --to.')
  return { command, workspace, from: timeOf('--from', from) ?? 0, to: timeOf('--to', to) ?? Number.MAX_SAFE_INTEGER }
}

function timeOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new UsageError(`${option} must be a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z.`)
  return time
}

/** null: there is no key file, which is needed only where lines were deleted. */
function keysOf(env: Record<string, string | undefined>): Keys | null {
  const file = env['SESSION_KEY_FILE'] || join(dataFolder(env), 'session.key')
  const old = env['OLD_SESSION_KEY_FILE']
  return existsSync(file) ? createKeys(readFileSync(file), old ? readFileSync(old) : undefined) : null
}

async function workspacesIn(query: Query, only: string | undefined): Promise<string[]> {
  const rows = await query.selectFrom('audit_head').select('workspace').orderBy('workspace').execute()
  const names = rows.map(({ workspace }) => workspace)
  if (only !== undefined && !names.includes(only))
    throw new Error(`There is no workspace ${only}. There is: ${names.join(', ') || 'none'}.`)
  return only === undefined ? names : [only]
}

async function verify(query: Query, { workspace }: Arguments, keys: Keys | null, out: Writable): Promise<number> {
  const workspaces = []
  for (const name of await workspacesIn(query, workspace)) workspaces.push(await verifyAll(query, name, keys))
  const isWhole = workspaces.every(({ problem }) => problem === null)
  out.write(`${JSON.stringify({ isWhole, workspaces })}\n`)
  return isWhole ? 0 : 3
}

async function write(query: Query, wanted: Arguments, out: Writable): Promise<number> {
  const names = await workspacesIn(query, wanted.workspace)
  await pipeline(Readable.from(exported(query, names, wanted)), out, { end: false })
  return 0
}

const pageSize = 1000

/** The text of each line as it was hashed, with its hash. */
async function* exported(query: Query, workspaces: string[], { from, to }: Arguments): AsyncGenerator<string> {
  for (const workspace of workspaces)
    for (let last = 0; ;) {
      const rows = await linesAfter(query, workspace, last, pageSize)
      const wanted = rows.filter(({ at }) => at >= from && at < to)
      if (wanted.length > 0) yield wanted.map(({ text, hash }) => `{"sha256":"${hash}","line":${text}}\n`).join('')
      if (rows.length < pageSize) break
      last = rows.at(-1)!.line
    }
}
