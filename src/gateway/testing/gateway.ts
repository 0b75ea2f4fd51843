import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { setProviderNames } from '#contract/provider-names.ts'
import { Session, identityHeader, pageHeader } from '#contract/session.ts'
import { isHealthy } from '#db/health.ts'
import { installationId } from '#db/installation.ts'
import { type Database, type DatabaseLocation, type OpenOptions, databaseFile, openDatabase } from '#db/open.ts'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { createApp } from '#service/app.ts'
import { chatIdsOf } from '#service/chats/archive.ts'
import { sounds } from '#service/chats/chat-settings.ts'
import { prepareService } from '#service/prepare.ts'
import { complete } from '#service/testing/databases.ts'
import type { Tables } from '#service/tables.ts'
import { programFile } from '../../test-program.ts'
import { createProfileStore } from '../forward/service-profile.ts'
import { createGateway } from '../gateway.ts'
import type { GatewayOptions } from '../gateway-options.ts'
import { createIdentity } from '../session/require-session.ts'
import { createKeys, tokenKeySeal } from '../session/seal.ts'
import { type Sessions, createSessions } from '../session/sessions.ts'
import { type GatewayTables, migrateGatewayTables, type Query } from '../database/database.ts'
import { startBacktestThread } from '../rules/start-thread.ts'
import type { Member } from '../access/member.ts'

/** The headers of a write by our own page. */
export const fromPage = { [pageHeader.name]: pageHeader.value, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

// One connection for two parts with their own tables; the type of a database names the tables of one part.
const ownTables = (database: Database<Tables>) => database as unknown as Database<GatewayTables>

const migrateAll = (database: Database<Tables>) => Promise.all([prepareService(database), migrateGatewayTables(ownTables(database).query)])

/** The file of a database with all tables and no rows. Most of what a new gateway takes would be its migrations, so they run once per process. */
let emptyDatabase: Promise<Buffer> | undefined

async function migratedFile(): Promise<Buffer> {
  const { folder, remove } = temporaryFolder()
  const database = openDatabase<Tables>({ folder })
  await migrateAll(database)
  await database.close()
  const file = await readFile(databaseFile(folder))
  remove()
  return file
}

async function migrateOnce(place: DatabaseLocation, database: Database<Tables>): Promise<void> {
  const name = 'url' in place ? place.url : place.folder
  if (complete.has(name)) return
  await migrateAll(database)
  complete.add(name)
}

/**
 * A gateway on a database of its own, with one account and a clock that only moves when set.
 * @param place of a database to use instead
 */
export async function startGateway(options: Partial<GatewayOptions> = {}, place?: DatabaseLocation, open?: OpenOptions) {
  const { folder, remove } = temporaryFolder()
  if (!place) await writeFile(databaseFile(folder), await (emptyDatabase ??= migratedFile()))
  const database = openDatabase<Tables>(place ?? { folder }, open)
  const own = ownTables(database)
  const { query } = own
  // Its data is needed for this test only, so nothing has to be synced to disk; postgres.ts does the same.
  if (!place) await sql`pragma synchronous = off`.execute(query)
  if (place) await migrateOnce(place, database)
  const clock = { ms: Date.now() }
  const now = () => Math.floor(clock.ms / 1000)
  const keys = options.keys ?? createKeys(randomBytes(32))
  const installation = await installationId(query)
  const address = options.upstream && 'address' in options.upstream ? options.upstream.address : ''
  const created = createSessions(query, keys, createIdentity(installation, address), now)
  /** By id of the session; null: the person was removed. */
  const members = new Map<string, Member | null>()
  const find: Sessions['find'] = async (id = '', use) => {
    const session = await created.find(id, use)
    const member = members.get(id)
    return session && member !== undefined ? member && { ...session, member } : session
  }
  const sessions = { ...created, find }
  const accountId = await createAccount(database, { email: 'kim@example.org', name: 'Kim', rooms: 10 })
  const { token } = await createToken(database, { accountId })
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
  // Tests with a remote service count the requests that reach it, and the log reads what was there before a change.
  const audit = address ? null : { withMessageTexts: false, soundName: (sound: number) => sounds[sound] }
  const service = createApp({ database, now: () => clock.ms, tokenKeys: tokenKeySeal(keys), log: (entry) => log.trace(entry, 'service') })
  /** Answers a request in place of our own service where it is not null. */
  const faults: { answer: (request: Request) => Response | null | Promise<Response | null> } = { answer: () => null }
  const { app, worker, sender, jobRunner, notify } = createGateway({
    upstream: { service: { fetch: async (request, more) => (await faults.answer(request)) ?? service.fetch(request, more) } },
    database: own,
    keys,
    sessions,
    origin: 'http://localhost:4173',
    profiles: createProfileStore(query),
    installation,
    worker: { isShared: place !== undefined && 'url' in place, name: 'test' },
    backtest: {
      database: place ?? { folder },
      startThread: (job) => startBacktestThread(programFile('gateway/backtest-thread.ts'), job),
      chatIds: (account) => chatIdsOf(database.query, account),
    },
    demo: null,
    isHealthy: () => isHealthy(database),
    appFolder: folder,
    log,
    audit,
    nowMs: () => clock.ms,
    // Tests send in seconds what people send in hours.
    requestLimit: Infinity,
    ...options,
  })

  /** By cookie: the identity of the account that a page shows which signed in with it. */
  const identities = new Map<string, string>()
  /** By cookie: the one that replaced it, as in a browser, when something was confirmed. */
  const replaced = new Map<string, string>()
  const latest = (cookie: string): string => latestOf(replaced, cookie)
  /** The headers of a write by a page that signed in with this cookie. */
  const pageHeaders = (cookie: string) => ({ ...fromPage, cookie, [identityHeader]: identities.get(cookie) ?? 'nobody' })

  /** Sends a request. With a cookie of signIn() it comes from the page that signed in, unless it names another account. */
  const send = async (path: string, init: RequestInit = {}) => {
    // As over a network, each request arrives in its own turn of the event loop; many in one would be an overload.
    await setImmediate()
    const request = new Request(new URL(path, 'http://127.0.0.1:4173'), init)
    const sent = request.headers.get('cookie') ?? ''
    const identity = identities.get(sent)
    if (identity !== undefined && !request.headers.has(identityHeader)) request.headers.set(identityHeader, identity)
    if (identity !== undefined) request.headers.set('cookie', latest(sent))
    const answer = await app.fetch(request)
    const cookie = cookieOf(answer)
    if (identity !== undefined && cookie !== '' && !cookie.endsWith('=') && path !== '/bff/session') {
      const member = members.get(idIn(latest(sent)))
      if (member !== undefined) members.set(idIn(cookie), member)
      replaced.set(latest(sent), cookie)
    }
    return answer
  }

  async function signIn(draft: object = { token }, headers: Record<string, string> = {}) {
    const answer = await send('/bff/session', { method: 'POST', headers: { ...fromPage, ...headers }, body: JSON.stringify(draft) })
    const session = Session.safeParse(await answer.clone().json())
    return { answer, cookie: session.success ? openPage(answer, session.data) : '' }
  }

  /** A page of the session that an answer has begun: what is sent with the cookie comes from it. */
  function openPage(answer: Response, session: Session): string {
    const cookie = cookieOf(answer)
    if (session.signedIn) identities.set(cookie, session.identity)
    return cookie
  }

  /** Signs in with the token, as this person from now on. */
  async function signInAs(member: Member) {
    const { cookie } = await signIn()
    await setMember(cookie, member)
    return cookie
  }
  /** Changes who the person of a session is; null removes them. */
  async function setMember(cookie: string, member: Member | null) {
    const id = idIn(latest(cookie))
    const before = members.get(id)
    members.set(id, member)
    if (member) await writePerson(query, identities.get(cookie) ?? '', member)
    else if (before) await query.updateTable('person').set({ removed: now() }).where('id', '=', before.id).execute()
  }

  /** Enters a token again within the session of the cookie. */
  const confirm = (cookie: string, draft: object = { token }) =>
    send('/bff/session/confirm', { method: 'POST', headers: { ...fromPage, cookie }, body: JSON.stringify(draft) })

  /** A call of the page with its cookie. */
  const call = (cookie: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(`/bff/api${path}`, {
      method,
      headers: { ...fromPage, cookie, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const close = async () => {
    // The names are one for the process, and the next test reads texts that hold them.
    setProviderNames()
    await database.close()
    remove()
  }
  return {
    app,
    faults,
    folder,
    worker,
    sender,
    jobRunner,
    notify,
    database,
    query,
    sessions,
    clock,
    now,
    accountId,
    token,
    logged,
    send,
    pageHeaders,
    signIn,
    openPage,
    signInAs,
    setMember,
    confirm,
    call,
    close,
  }
}

async function writePerson(query: Query, workspace: string, { id, name, role, chats, limits }: Member) {
  const grant = { workspace, name, role, chats: JSON.stringify(chats), limits: JSON.stringify(limits), removed: null }
  const rest = { email: '', joined: 1, invited_by: '', last_seen: null, used_recovery_code: 0, waiting_until: 0, revision: 1 }
  await query
    .insertInto('person')
    .values({ id, ...grant, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(grant))
    .execute()
}

function latestOf(replaced: ReadonlyMap<string, string>, cookie: string): string {
  const next = replaced.get(cookie)
  return next === undefined ? cookie : latestOf(replaced, next)
}

const idIn = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)

/** The cookie that a response sets, as a browser sends it back; '' if it sets none. */
export const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

export const sessionFrom = async (answer: Response) => Session.parse(await answer.json())

/** The refusal's code. */
export async function codeOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json()
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}
