import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { databaseFile, type Database, type DatabaseLocation, openDatabase } from '#db/open.ts'
import { createKeys, tokenKeySeal } from '#gateway/session/seal.ts'
import { createAccount, createToken } from '../accounts/accounts.ts'
import { type LogEntry, createApp } from '../app.ts'
import { prepareService } from '../prepare.ts'
import { distribute } from '../distribute/distribute.ts'
import type { Tables } from '../tables.ts'
import { joinCluster, query, workersOf } from './citus.ts'

/** A parsed response of the service. */
export interface Answer {
  status: number
  headers: Headers
  /** Its fields depend on the endpoint. */
  body: Record<string, unknown> & { chatId: number; data?: unknown; errors?: Record<string, string[]> }
}

/** Sends a request with a token. A string or Blob is sent as is, anything else as JSON. */
export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

export interface Bench {
  database: Database<Tables>
  place: DatabaseLocation
  /** The log of the service, newest entry last. */
  logged: LogEntry[]
  /** The clock of the service in milliseconds, which tests can set. */
  clock: { now: number }
  /** A new account, so that tests do not affect each other. */
  newAccount: (rooms?: number) => Promise<{ accountId: number; token: string; call: Call }>
  /** Calls with a token, optionally to another instance of the service. */
  callWith: (token: string, app?: { fetch: (request: Request) => Promise<Response> }) => Call
}

/**
 * Runs the tests on every available engine, each with a new database. Without PostgreSQL its tests are skipped (see postgres.ts).
 * @param mayCopy whether a database on PostgreSQL may have the newest tables of the gateway already; false for tests of their migrations
 */
export function onEveryEngine(name: string, tests: (bench: Bench) => void, mayCopy = true): void {
  describe(`${name} on SQLite`, () => tests(benchOn(copyFolder)))
  const server = inject('postgresUrl')
  const engine = inject('hasCitus') ? 'Citus' : 'PostgreSQL'
  const template = mayCopy ? inject('postgresTemplate') : null
  describe.skipIf(!server)(`${name} on ${engine}`, () => tests(benchOn(() => makeDatabase(server ?? '', true, template))))
}

/**
 * For what no engine does differently: on SQLite, and with TEST_ENGINES=all (`npm run test:all`) on every available one. What reads and writes the tables
 * of a part for the first time, locks, or depends on transactions, runs on every engine always.
 */
export const onAnyEngine: typeof onEveryEngine = (name, tests, mayCopy) =>
  process.env['TEST_ENGINES'] === 'all'
    ? onEveryEngine(name, tests, mayCopy)
    : void describe(`${name} on SQLite`, () => tests(benchOn(copyFolder)))

/** The environment variables that point a command to the same database. */
export const environmentOf = (place: DatabaseLocation) => ('url' in place ? { DATABASE_URL: place.url } : { DATA_DIR: place.folder })

export interface Temporary {
  place: DatabaseLocation
  /** Only of a database on Citus: joins it and those of the same name on the workers to a cluster. */
  join?: () => Promise<void>
  /** Whether it is a copy of a database that has the tables of the service. */
  isCopy?: boolean
  remove: () => Promise<void>
}

/** Few: every test database on Citus makes them. */
const shardCount = 4

/** For a test of several engines at once. On Citus the rows of chats are distributed. */
export function benchOn(make: () => Promise<Temporary>): Bench {
  const bench = { logged: [], clock: { now: Date.UTC(2026, 2, 4, 5, 6, 7) } } as Pick<Bench, 'logged' | 'clock'> as Bench
  let temporary: Temporary
  beforeAll(async () => {
    temporary = await make()
    const database = openDatabase<Tables>(temporary.place)
    // The data is needed for these tests only, so nothing has to be synced to disk.
    if ('folder' in temporary.place) await sql`pragma synchronous = off`.execute(database.query)
    if (!temporary.isCopy) await prepareService(database)
    if (temporary.join) await distribute(database, shardCount, () => {})
    const now = () => bench.clock.now
    const tokenKeys = tokenKeySeal(createKeys(randomBytes(32)))
    const app = createApp({ database, now, tokenKeys, rateLimit: 1_000_000, log: (entry) => bench.logged.push(entry) })
    const callWith: Bench['callWith'] = (token, other) => callOn(other ?? app, token)
    Object.assign(bench, {
      database,
      place: temporary.place,
      callWith,
      newAccount: async (rooms?: number) => {
        const accountId = await createAccount(database, { email: 'owner@example.org', name: 'Owner', rooms }, now())
        const { token } = await createToken(database, { accountId }, now())
        return { accountId, token, call: callWith(token) }
      },
    })
  })
  afterAll(async () => {
    await bench.database.close()
    await temporary.remove()
  })
  return bench
}

/** Those that have all tables, the gateway's too: to look through all migrations takes longer than most tests. */
export const complete = new Set<string>()

export async function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-test-'))
  return { place: { folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** The file of a database with all tables of the service and no rows: its migrations run once per process. */
let emptyFile: Promise<Buffer> | undefined

async function migratedFile(): Promise<Buffer> {
  const { place, remove } = await makeFolder()
  const database = openDatabase<Tables>(place)
  await prepareService(database)
  await database.close()
  const file = readFileSync(databaseFile(place.folder))
  await remove()
  return file
}

async function copyFolder(): Promise<Temporary> {
  const made = await makeFolder()
  writeFileSync(databaseFile(made.place.folder), await (emptyFile ??= migratedFile()))
  return { ...made, isCopy: true }
}

/**
 * On the coordinator of a Citus cluster the database is a cluster of its own over the same workers.
 * @param server the address of a PostgreSQL whose user may create databases
 * @param isJoined false leaves that to the test
 * @param template the name of the database to copy; null makes an empty one
 */
export async function makeDatabase(server: string, isJoined = true, template: string | null = null): Promise<Temporary> {
  const name = `roomkeeper_test_${randomBytes(6).toString('hex')}`
  const servers = [server, ...(await workersOf(server))]
  await Promise.all(servers.map((each) => query(each, `create database ${name}${template === null ? '' : ` template ${template}`}`)))
  const [url = '', ...workers] = servers.map((each) => databaseOn(each, name))
  const remove = async () => {
    for (const each of servers) await query(each, `drop database ${name} with (force)`)
  }
  if (template !== null) complete.add(url)
  if (workers.length === 0) return { place: { url }, isCopy: template !== null, remove }
  const join = () => joinCluster(url, workers)
  if (isJoined) await join()
  return { place: { url }, join, remove }
}

export function databaseOn(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

function callOn(app: { fetch: (request: Request) => Promise<Response> }, token: string): Call {
  return async (method, path, body, headers) => {
    const response = await app.fetch(
      new Request(`http://service.test${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body) }),
      }),
    )
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
  }
}
