import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { identityHeader, pageHeader, Session } from '#contract/session.ts'
import { isHealthy } from '#db/health.ts'
import { installationId } from '#db/installation.ts'
import { openDatabase } from '#db/open.ts'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { createApp } from '#service/app.ts'
import { prepareService } from '#service/prepare.ts'
import type { Tables } from '#service/tables.ts'
import { createProfileStore } from '../forward/service-profile.ts'
import { createGateway, type GatewayOptions } from '../gateway.ts'
import { createSessions, type Sessions } from '../session/sessions.ts'
import { migrateGatewayTables, type SessionTables } from '../session/tables.ts'
import type { Member } from '../workspace/member.ts'

/** The headers of a write by our own page. */
export const fromPage = { [pageHeader.name]: pageHeader.value, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A gateway on a database of its own, with one account and a clock that only moves when set. */
export async function startGateway(options: Partial<GatewayOptions> = {}) {
  const { folder, remove } = temporaryFolder()
  const database = openDatabase<Tables>({ folder })
  // One connection for two parts with their own tables; the type of a query names the tables of one part.
  const query = database.query as unknown as Kysely<SessionTables>
  await Promise.all([prepareService(database), migrateGatewayTables(query)])
  const clock = { ms: Date.now() }
  const now = () => Math.floor(clock.ms / 1000)
  const created = createSessions(query, randomBytes(32), now)
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
  const app = createGateway({
    upstream: { service: createApp({ database, now: () => clock.ms }) },
    sessions,
    profiles: createProfileStore(query),
    installation: await installationId(query),
    demo: null,
    isHealthy: () => isHealthy(database),
    appFolder: folder,
    log: pino({ level: 'debug' }, { write: (line: string) => logged.push(line) }),
    nowMs: () => clock.ms,
    ...options,
  })

  /** By cookie: the identity of the account that a page shows which signed in with it. */
  const identities = new Map<string, string>()
  /** The headers of a write by a page that signed in with this cookie. */
  const pageHeaders = (cookie: string) => ({ ...fromPage, cookie, [identityHeader]: identities.get(cookie) ?? 'nobody' })

  /** Sends a request. With a cookie of signIn() it comes from the page that signed in, unless it names another account. */
  const send = async (path: string, init: RequestInit = {}) => {
    // As over a network, each request arrives in its own turn of the event loop; many in one would be an overload.
    await setImmediate()
    const request = new Request(new URL(path, 'http://127.0.0.1:4173'), init)
    const identity = identities.get(request.headers.get('cookie') ?? '')
    if (identity !== undefined && !request.headers.has(identityHeader)) request.headers.set(identityHeader, identity)
    return app.fetch(request)
  }

  async function signIn(draft: object = { token }, headers: Record<string, string> = {}) {
    const answer = await send('/bff/session', { method: 'POST', headers: { ...fromPage, ...headers }, body: JSON.stringify(draft) })
    const cookie = cookieOf(answer)
    const session = Session.safeParse(await answer.clone().json())
    if (session.success && session.data.signedIn) identities.set(cookie, session.data.identity)
    return { answer, cookie }
  }

  /** Signs in with the token, as this person from now on. */
  async function signInAs(member: Member) {
    const { cookie } = await signIn()
    setMember(cookie, member)
    return cookie
  }
  /** Changes who the person of a session is; null removes them. */
  const setMember = (cookie: string, member: Member | null) => void members.set(cookie.slice(cookie.indexOf('=') + 1), member)

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
    await database.close()
    remove()
  }
  return {
    app,
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
    signInAs,
    setMember,
    confirm,
    call,
    close,
  }
}

/** The cookie that a response sets, as a browser sends it back; '' if it sets none. */
export const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

export const sessionFrom = async (answer: Response) => Session.parse(await answer.json())

/** The refusal's code. */
export async function codeOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json()
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}
