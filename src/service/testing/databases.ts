import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openDatabase, type Database, type DatabaseLocation } from '#db/open.ts'
import { createAccount, createToken } from '../accounts/accounts.ts'
import { createApp, type LogEntry } from '../app.ts'
import { prepareService } from '../prepare.ts'
import type { Tables } from '../tables.ts'
import { spreadChats } from './partitions.ts'

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

/** Runs the tests on every available engine, each with a new database. Without PostgreSQL its tests are skipped (see postgres.ts). */
export function onEveryEngine(name: string, tests: (bench: Bench) => void): void {
  describe(`${name} on SQLite`, () => tests(benchOn(makeFolder)))
  const server = inject('postgresUrl')
  const shards = inject('shardUrls') ?? []
  const engine = shards.length ? `${shards.length + 1} PostgreSQL servers` : 'PostgreSQL'
  describe.skipIf(!server)(`${name} on ${engine}`, () => tests(benchOn(() => makeDatabase(server ?? ''), shards)))
}

/** The environment variables that point a command to the same database. */
export const environmentOf = (place: DatabaseLocation) => ('url' in place ? { DATABASE_URL: place.url } : { DATA_DIR: place.folder })

const addressOf = ({ place }: Temporary) => ('url' in place ? place.url : '')

export interface Temporary {
  place: DatabaseLocation
  remove: () => Promise<void>
}

/** For a test of several engines at once. @param shards servers over which the rows of chats are distributed */
export function benchOn(make: () => Promise<Temporary>, shards: readonly string[] = []): Bench {
  const bench = { logged: [], clock: { now: Date.UTC(2026, 2, 4, 5, 6, 7) } } as Pick<Bench, 'logged' | 'clock'> as Bench
  let temporary: Temporary
  let others: Temporary[]
  beforeAll(async () => {
    temporary = await make()
    const database = openDatabase<Tables>(temporary.place)
    // The data is needed for these tests only, so nothing has to be synced to disk.
    if ('folder' in temporary.place) await sql`pragma synchronous = off`.execute(database.query)
    await prepareService(database)
    others = await Promise.all(shards.map(makeDatabase))
    if ('url' in temporary.place && others.length) await spreadChats(temporary.place.url, others.map(addressOf))
    const now = () => bench.clock.now
    const app = createApp({ database, now, rateLimit: 1_000_000, log: (entry) => bench.logged.push(entry) })
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
    for (const { remove } of [temporary, ...others]) await remove()
  })
  return bench
}

export async function makeFolder(): Promise<Temporary> {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-test-'))
  return { place: { folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** @param server the address of a PostgreSQL whose user may create databases */
export async function makeDatabase(server: string): Promise<Temporary> {
  const name = `roomkeeper_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { place: { url: url.href }, remove: () => onServer(server, `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
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
