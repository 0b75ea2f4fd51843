import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
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
import { createGateway, type GatewayOptions } from '../gateway.ts'
import { createProfileStore } from '../forward/service-profile.ts'
import { migrateGatewayTables, type SessionTables } from '../session/tables.ts'
import { createSessions } from '../session/sessions.ts'

/** What the tests of the gateway stand on: real databases, our real service, and a foreign one that misbehaves on demand. */

export const fromPage = { [pageHeader.name]: pageHeader.value, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A gateway on a database of its own, with one account and a clock that stands until it is moved. */
export async function startGateway(options: Partial<GatewayOptions> = {}) {
  const { folder, remove } = temporaryFolder()
  const database = openDatabase<Tables>({ folder })
  // One connection serves two parts, each with a type of its own.
  const query = database.query as unknown as Kysely<SessionTables>
  await Promise.all([prepareService(database), migrateGatewayTables(query)])
  const clock = { ms: Date.now() }
  const now = () => Math.floor(clock.ms / 1000)
  const sessions = createSessions(query, randomBytes(32), now)
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

  /** By cookie: the account that a page shows which signed in so. */
  const shown = new Map<string, string>()
  /** The headers of a page that signed in with this cookie. */
  const pageHeaders = (cookie: string) => ({ ...fromPage, cookie, [identityHeader]: shown.get(cookie) ?? 'nobody' })

  /** Requests with a cookie of signIn() come from the page that signed in, unless they name another account. */
  const send = async (path: string, init: RequestInit = {}) => {
    // As over a network, each request comes in a turn of its own: many in one are an overload.
    await setImmediate()
    const request = new Request(new URL(path, 'http://127.0.0.1:4173'), init)
    const identity = shown.get(request.headers.get('cookie') ?? '')
    if (identity !== undefined && !request.headers.has(identityHeader)) request.headers.set(identityHeader, identity)
    return app.fetch(request)
  }

  async function signIn(draft: object = { token }, headers: Record<string, string> = {}) {
    const answer = await send('/bff/session', { method: 'POST', headers: { ...fromPage, ...headers }, body: JSON.stringify(draft) })
    const cookie = cookieOf(answer)
    const session = Session.safeParse(await answer.clone().json())
    if (session.success && session.data.signedIn) shown.set(cookie, session.data.identity)
    return { answer, cookie }
  }

  /** Enters a token again within the session of the cookie. */
  const confirm = (cookie: string, draft: object = { token }) =>
    send('/bff/session/confirm', { method: 'POST', headers: { ...fromPage, cookie }, body: JSON.stringify(draft) })

  /** What the page would send with its cookie. */
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
  return { app, database, query, sessions, clock, now, accountId, token, logged, send, pageHeaders, signIn, confirm, call, close }
}

/** The cookie that an answer sets, as a browser sends it back; '' where it sets none. */
export const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

export const sessionFrom = async (answer: Response) => Session.parse(await answer.json())

/** The refusal's code. */
export async function codeOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json()
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

/** A foreign service: a real server that answers as the test says, and notes what reached it. */
export async function startRemoteService(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const reached: string[] = []
  const state = { answer }
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    state.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a host and port has an address of this shape.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { address: `http://127.0.0.1:${port}`, reached, state, close }
}

export const remoteAccount = {
  id: 7,
  email: 'lee@example.org',
  name: 'Lee',
  tokenKey: 'secret-key',
  company: '',
  paymentEmail: '',
  currency: null,
  countryId: null,
  address: '',
  city: '',
  state: '',
  unit: '',
  zipCode: '',
  reservedName: '',
  plan: { admins: 1, rooms: 2, users: 3, keywords: 4, usedAdmins: 0, usedKeywords: 0, usedRooms: 0, exceed: 0 },
}

export const json = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The least a service must answer so that a person can sign in. */
export const answerAccount = (_: IncomingMessage, response: ServerResponse) => json(response, { status: 1, data: remoteAccount })

/** One request over a socket of its own, its first line as written: no client tidies the path. Resolves to the whole answer as text. */
export function rawRequest(port: number, firstLine: string, headers: Record<string, string> = {}, version = '1.1'): Promise<string> {
  const all = { host: `127.0.0.1:${port}`, connection: 'close', ...headers }
  const head = [`${firstLine} HTTP/${version}`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(head, 'latin1'))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.on('error', reject)
  })
}
