import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { idempotencyKeyHeader } from '#contract/own-service.ts'
import { type Session, gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import { type RoleName, roleNames } from '#contract/gateway/role-names.ts'
import { installationId } from '#db/installation.ts'
import { type Database, openDatabase } from '#db/open.ts'
import { createIdentity } from '#gateway/session/require-session.ts'
import { createKeys } from '#gateway/session/seal.ts'
import { loadSessionKey } from '#gateway/session/session-key.ts'
import { createSessions } from '#gateway/session/sessions.ts'
import type { GatewayTables } from '#gateway/database/database.ts'
import { startPostgres } from '#service/testing/postgres.ts'
import { prepareData, withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { type Product, built, startProduct } from '../../e2e/support/product.ts'

/**
 * T2: five people change things through three gateways of the built product on one PostgreSQL, which are killed at random moments and started again.
 * Every change that was acknowledged must have exactly one entry in the audit log, with its outcome, and the chain must be whole. Arguments: changes
 * (10,000), kills (20). Without PostgreSQL on the machine it says so and ends.
 */

const [changes = 10_000, kills = 20] = process.argv.slice(2).map(Number)
const writersPerPerson = 4

interface SignedIn {
  role: RoleName
  cookie: string
  identity: string
}

async function main(folder: string): Promise<void> {
  const server = await startPostgres()
  if (!server) return console.log('Not measured: neither initdb nor pg_ctl was found.')
  const database = openDatabase<GatewayTables>({ url: server.url })
  try {
    const env = { DATABASE_URL: server.url, SESSION_KEY_FILE: join(folder, 'session.key') }
    const gateways = await Promise.all([1, 2, 3].map(() => startProduct(env)))
    const { token, chatIds } = await prepareData({ url: server.url }, [10])
    const people = await peopleOf(database, env.SESSION_KEY_FILE, gateways[0]!, token)
    const acknowledged = new Set<string>()
    const work = writing(gateways, people, chatIds[0]!, acknowledged)
    const failedStarts = await killing(gateways, env, acknowledged)
    await work
    const shortened = await tryToShorten(database, gateways[0]!, people)
    await Promise.all(gateways.map(({ stop }) => stop()))
    const { missing, doubled, withoutOutcome, entries } = await compare(database, acknowledged)
    const verified = await promisify(execFile)(process.execPath, [built('roomkeeper'), 'audit', 'verify'], {
      env: { PATH: process.env['PATH'], ...env },
    }).then(
      () => 'whole',
      (error: unknown) => `BROKEN: ${String(error)}`,
    )
    figure(
      'T2',
      missing + doubled + withoutOutcome + shortened + failedStarts === 0 && verified === 'whole' && acknowledged.size >= changes,
      `${acknowledged.size} acknowledged changes by ${people.length - 1} people over 3 gateways with ${kills} kills: ${missing} without an entry, ${doubled} with several, ${withoutOutcome} without their outcome; ${entries} entries, chain ${verified}; ${shortened} lines changed or removed by any role; ${failedStarts} failed starts`,
    )
  } finally {
    await database.close()
    await server.stop()
  }
}

/** One person of each role, and another Moderator, with sessions that began with a passkey. */
async function peopleOf(database: Database<GatewayTables>, keyFile: string, { address }: Product, token: string): Promise<SignedIn[]> {
  const headers = { [pageHeader.name]: pageHeader.value, 'content-type': 'application/json', origin: address }
  const signIn = await fetch(address + gatewayPaths.session, { method: 'POST', headers, body: JSON.stringify({ token }) })
  const cookie = cookieOf(signIn)
  const session = (await signIn.json()) as Extract<Session, { signedIn: true }>
  const turnOn = await fetch(`${address}${gatewayPaths.workspace}/team`, {
    method: 'POST',
    headers: { ...headers, cookie, [identityHeader]: session.identity },
    body: JSON.stringify({ token, name: 'Owner' }),
  })
  if (!turnOn.ok) throw new Error(`Team access was not turned on: ${await turnOn.text()}`)
  const { query } = database
  const keys = createKeys(loadSessionKey(keyFile))
  const sessions = createSessions(query, keys, createIdentity(await installationId(query), ''), () => Math.floor(Date.now() / 1000))
  const people: SignedIn[] = []
  for (const role of [...roleNames, 'moderator'] as const) {
    const personId = randomUUID()
    const now = Math.floor(Date.now() / 1000)
    const common = {
      workspace: session.identity,
      joined: now,
      invited_by: 'Owner',
      last_seen: null,
      used_recovery_code: 0,
      waiting_until: 0,
    }
    await query
      .insertInto('person')
      .values({ ...common, id: personId, name: `Proof ${role}`, role, chats: '"all"', limits: '{}', email: '', removed: null, revision: 1 })
      .execute()
    const { id } = await sessions.start({
      account: session.account,
      token: '',
      keep: true,
      method: 'passkey',
      address: '192.0.2.1',
      agent: '',
      personId,
    })
    people.push({ role, cookie: `roomkeeper=${id}`, identity: session.identity })
  }
  return people
}

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

const ask = ({ address }: Product, { cookie, identity }: SignedIn, method: string, path: string, body?: unknown, key?: string) =>
  fetch(address + path, {
    method,
    headers: {
      [pageHeader.name]: pageHeader.value,
      [identityHeader]: identity,
      'content-type': 'application/json',
      cookie,
      origin: address,
      ...(key && { [idempotencyKeyHeader]: key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })

/** Half of the requests have a key, and are repeated with it at the next gateway until they are answered, as the dashboard does. */
async function writing(gateways: Product[], people: SignedIn[], chatId: number, acknowledged: Set<string>): Promise<void> {
  let count = 0
  const write = async (person: SignedIn, index: number) => {
    while (acknowledged.size < changes) {
      const number = count++
      const subject = `change-${number}`
      const key = number % 2 === 0 ? randomUUID() : undefined
      for (let attempt = 0; attempt < (key ? 6 : 1); attempt++) {
        const gateway = gateways[(index + number + attempt) % gateways.length]!
        // What is recorded of a message is the name under which it is posted.
        const body = { text: 'Doors at seven', username: subject }
        const answer = await ask(gateway, person, 'POST', `${gatewayPaths.api}/chats/${chatId}/messages`, body, key).catch(() => null)
        const isDone = answer?.ok === true && ((await answer.json().catch(() => null)) as { status?: boolean } | null)?.status === true
        if (isDone) acknowledged.add(subject)
        if (answer && answer.status < 500) break
        await setTimeout(50)
      }
    }
  }
  // An Accountant may post nothing.
  const writers = people.filter(({ role }) => role !== 'accountant')
  await Promise.all(writers.flatMap((person) => Array.from({ length: writersPerPerson }, () => person)).map(write))
}

/** Kills one gateway after the other, evenly over the changes, and starts it again. Resolves to how many did not start. */
async function killing(gateways: Product[], env: Record<string, string>, acknowledged: Set<string>): Promise<number> {
  let failedStarts = 0
  for (let kill = 1; kill <= kills; kill++) {
    while (acknowledged.size < (changes * kill) / (kills + 1)) await setTimeout(20)
    const victim = Math.floor(Math.random() * gateways.length)
    await gateways[victim]!.kill()
    const restarted = await startProduct(env).catch(() => null)
    if (restarted) gateways[victim] = restarted
    else failedStarts++
  }
  return failedStarts
}

/** How many lines are missing or another after every role has tried to write, change and delete them. */
async function tryToShorten(database: Database<GatewayTables>, gateway: Product, people: SignedIn[]): Promise<number> {
  const read = () => database.query.selectFrom('audit_line').select(['line', 'hash']).orderBy('line').execute()
  const before = await read()
  const paths = ['/audit', '/audit/lines/1', '/audit/count', '/me/audit', '/me/audit/lines/1', '/me/audit/today']
  for (const person of people)
    for (const method of ['DELETE', 'PUT', 'POST', 'PATCH'])
      for (const path of paths) await ask(gateway, person, method, gatewayPaths.workspace + path, {})
  const after = new Map((await read()).map(({ line, hash }) => [line, hash]))
  return before.filter(({ line, hash }) => after.get(line) !== hash).length
}

async function compare({ query }: Database<GatewayTables>, acknowledged: Set<string>) {
  const lines = await query.selectFrom('audit_line').select(['line', 'kind', 'entry', 'text', 'outcome']).orderBy('line').execute()
  const entries = new Map<string, number[]>()
  for (const { kind, line, text } of lines) {
    const { subject } = JSON.parse(text) as { subject?: string }
    if (kind === 'entry' && subject?.startsWith('change-')) entries.set(subject, [...(entries.get(subject) ?? []), line])
  }
  const done = new Set(lines.filter(({ outcome }) => outcome === 'done').map(({ entry }) => entry))
  const found = [...acknowledged].map((subject) => entries.get(subject) ?? [])
  return {
    missing: found.filter(({ length }) => length === 0).length,
    doubled: found.filter(({ length }) => length > 1).length,
    withoutOutcome: found.filter(([line]) => line !== undefined && !done.has(line)).length,
    entries: entries.size,
  }
}

await withFolder(main)
