import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyKeyHeader } from '#contract/own-service.ts'
import { isRecorded } from '#contract/recorded-change.ts'
import { gatewayPaths } from '#contract/session.ts'
import { gatewayApi, type GatewayEndpointName } from '#contract/gateway/api.ts'
import { isRecordEndpoint, unrecorded } from '#contract/gateway/audit-actions.ts'
import { Refusal } from '#http/refusal.ts'
import { createApp } from '#service/app.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { samples, type Sample } from '#service/testing/samples.ts'
import { figure } from '../../test-figure.ts'
import { isProof } from '../../test-runs.ts'
import { fromPage, startGateway } from '../testing/gateway.ts'
import { startTeam, type TestTeam } from '../testing/team.ts'
import type { Bindings } from '../server/request-context.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { GatewayHandlers } from '../pipeline/handler.ts'
import { createAuditLog } from './audit-log.ts'
import { auditedHandlers } from './audited-gateway.ts'
import { linesOf } from './test-audit.ts'
import { settle } from './upkeep.ts'

/**
 * What docs/audit-log.md promises, of every route that is no read, in every way that its request can end. The routes come from the two contracts and from
 * the routes of the app, so a new one is in here by itself.
 */

let checks = 0
const wrong: string[] = []
function check(name: string, found: unknown, wanted: unknown) {
  checks++
  if (JSON.stringify(found) !== JSON.stringify(wanted)) wrong.push(name)
  expect(found, name).toEqual(wanted)
}
afterAll(() => {
  if (isProof) figure('T8', wrong.length === 0, `${wrong.length} of ${checks} requests left other lines than promised`)
})

type WithLog = Parameters<typeof linesOf>[0]

/** The action and last outcome of each entry; '' while there is none. */
async function entriesAfter(database: WithLog, workspace: string, line: number): Promise<[string, string][]> {
  const lines = await linesOf(database, workspace)
  return lines
    .filter((row) => row.kind === 'entry' && row.line > line)
    .map((row) => [row.action, lines.findLast(({ kind, entry }) => kind === 'outcome' && entry === row.line)?.outcome ?? ''])
}
const lastLine = async (database: WithLog, workspace: string) => (await linesOf(database, workspace)).at(-1)?.line ?? 0

describe.each(['page', 'program'] as const)('of the API, through the %s,', (way) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let cookie: string
  let workspace: string
  let chatId: number
  /** Where it is set, the service carries out the next change and never answers; it is called once that is so. */
  let lose: (() => void) | null = null
  const killable = async (answer: Promise<Response>) => {
    await answer.catch(() => null)
    if (!lose) return answer
    lose()
    lose = null
    return new Promise<never>(() => {})
  }

  beforeAll(async () => {
    let service: ReturnType<typeof createApp> | undefined
    gateway = await startGateway({
      upstream: {
        service: {
          fetch: async (request, options) => {
            service ??= createApp({ database: gateway.database, now: () => gateway.clock.ms, rateLimit: 100_000 })
            // A program's change is recorded within the service, the page's in front of it.
            const { onChange } = options ?? {}
            const record: typeof onChange = (change, send) => onChange!(change, () => killable(send()))
            const answer = service.fetch(request, { ...options, ...(onChange && { onChange: record }) })
            return request.method === 'GET' || onChange ? answer : killable(answer)
          },
        },
      },
    })
    await gateway.database.query.updateTable('account').set({ plan_rooms: 1000 }).execute()
    ;({ cookie } = await gateway.signIn())
    workspace = (await gateway.query.selectFrom('audit_head').select('workspace').executeTakeFirstOrThrow()).workspace
  })
  afterAll(() => gateway.close())

  /** Signs in again, as its sessions end within a day, and confirms everything. */
  async function renew() {
    ;({ cookie } = await gateway.signIn())
    await gateway.confirm(cookie)
  }

  async function prepareChat() {
    const answer = await gateway.call(cookie, 'POST', '/chats', { name: 'Lobby' })
    ;({ chatId } = (await answer.json()) as { chatId: number })
    await gateway.call(cookie, 'POST', `/chats/${chatId}/polls`, { question: 'Lunch?', answer1: 'Soup', answer2: 'Rice' })
    await gateway.call(cookie, 'POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.1' })
  }

  async function send({ name, method, path, body }: Sample, key: string): Promise<number> {
    const { versioned }: Endpoint = api[name]
    const etag = versioned ? (await gateway.call(cookie, 'GET', path)).headers.get('etag') : null
    const headers = { [idempotencyKeyHeader]: key, ...(etag !== null && method === 'PUT' && { 'if-match': etag }) }
    if (way === 'page') return (await gateway.call(cookie, method, path, body, headers)).status
    const init = { method, headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json', ...headers } }
    return (await gateway.app.request(`/api${path}`, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) })).status
  }

  const since = (line: number) => entriesAfter(gateway, workspace, line)
  const outcomeOf = (status: number) => (status === 200 ? 'done' : 'refused')
  const changing = () => samples(chatId).filter(({ name }) => isRecorded(name))
  const dayMs = 24 * 3_600_000 + 1000

  test('the samples are all endpoints that are no reads', async () => {
    const { length } = Object.values(api).filter(({ method }) => method !== 'GET')
    chatId = 1
    expect(changing()).toHaveLength(length)
  })

  test.each(samples(0).flatMap(({ name }) => (isRecorded(name) ? [name] : [])))(
    '%s leaves its entries, however its request ends',
    async (name) => {
      await renew()
      await prepareChat()
      const sample = changing().find((one) => one.name === name)!
      const { nonIdempotent }: Endpoint = api[name]
      let line = await lastLine(gateway, workspace)

      const first = await send(sample, `${name}-1`)
      const own: [string, string][] = [[name, outcomeOf(first)]]
      check(`${name} ${first}`, await since(line), own)

      line = await lastLine(gateway, workspace)
      const again = await send(sample, `${name}-1`)
      // What was refused was not made, so each attempt is an entry; what can be repeated without harm is made again.
      const isContinued = nonIdempotent && first === 200
      check(`${name} repeated`, await since(line), isContinued ? [] : [[name, outcomeOf(again)]])

      gateway.clock.ms += dayMs
      await renew()
      line = await lastLine(gateway, workspace)
      const late = await send(sample, `${name}-1`)
      check(`${name} repeated a day later`, await since(line), [[name, outcomeOf(late)]])

      if (name === 'chatDelete' || name === 'pollDelete') await prepareChat()
      await gateway.confirm(cookie)
      const target = changing().find((one) => one.name === name)!
      line = await lastLine(gateway, workspace)
      const lost = new Promise<void>((resolve) => (lose = resolve))
      void send(target, `${name}-2`)
      await lost
      checks++
      expect(await since(line)).toEqual([[name, '']])
      const after = await send(target, `${name}-2`)
      const told: [string, string][] = nonIdempotent
        ? [[name, outcomeOf(after)]]
        : [
            [name, ''],
            [name, outcomeOf(after)],
          ]
      check(`${name} killed and repeated`, await since(line), told)
      gateway.clock.ms += 6 * 60_000
      while (await settle(gateway.database as never, workspace, gateway.clock.ms));
      check(
        `${name} settled`,
        await since(line),
        told.map(([action, outcome]) => [action, outcome || 'unknown']),
      )
    },
  )
})

/** Bodies without which an endpoint has nothing to record. */
const bodies: Partial<Record<GatewayEndpointName, object>> = {
  recordsWrite: { changes: [{ chatId: 7, key: 'labels', version: 0, value: { labels: ['VIP'] } }] },
}
/** What is recorded where a session begins or where the invitation says who joins. Their own tests are in audited-gateway.test.ts. */
const ofNobody = new Set<GatewayEndpointName>(['join', 'passkeySignIn', 'recoverySignIn', 'companySignIn'])
const changingNames = (Object.keys(gatewayApi) as GatewayEndpointName[]).filter((name) => gatewayApi[name].method !== 'GET')

onAnyEngine('of the gateway, each endpoint', (bench) => {
  let team: TestTeam
  beforeAll(async () => {
    team = await startTeam({}, 'url' in bench.place ? bench.place : undefined)
  })
  afterAll(() => team.close())

  const ends = {
    done: async () => ({ status: true }),
    refused: () => Promise.reject(new Refusal('not_found', 'It is not there')),
    unknown: () => Promise.reject(new Error('reset')),
    killed: () => new Promise<never>(() => {}),
  }

  test.each(changingNames)('%s leaves its entries, however its request ends', async (name) => {
    const audit = createAuditLog({ database: team.database as never, log: pino({ level: 'silent' }), nowMs: () => team.clock.ms })
    for (const [end, handle] of Object.entries(ends)) {
      const workspace = `${name} ${end}`
      const handlers = auditedHandlers({ [name]: handle } as unknown as GatewayHandlers, audit, team.query)
      const session = {
        workspace,
        member: null,
        scopedToken: null,
        account: { id: 1, name: 'Kim' },
        method: 'token',
      } as unknown as ActiveSession
      const app = new Hono<Bindings>()
        .onError((_, c) => c.text('', 500))
        .all('*', async (c) => {
          const request = { c, session, workspace, params: { kind: 'chat-labels', chatId: 7 }, body: bodies[name] ?? {} }
          await (handlers[name] as (of: object) => Promise<unknown>)(request)
          return c.text('')
        })
      const { method, path } = gatewayApi[name]
      const answer = Promise.resolve(app.request(path.replaceAll(/[{}]/g, ''), { method })).catch(() => null)
      if (end !== 'killed') await answer
      const action = isRecordEndpoint(name) ? 'chatLabelsWrite' : name
      const isExcepted = Object.hasOwn(unrecorded, name) || ofNobody.has(name)
      const wanted = isExcepted ? [] : [[action, end === 'killed' ? '' : end]]
      if (end === 'killed') await expect.poll(() => entriesAfter(team, workspace, 0)).toEqual(wanted)
      const found = await entriesAfter(team, workspace, 0)
      check(`${name} ${end}`, found, wanted)
      expect(found).toHaveLength(isExcepted ? 0 : 1)
    }
  })
})

describe('of the session', () => {
  /** Each route of the app beside those of the two contracts: the action of its entry, or why it has none. */
  const routes: Record<string, { action: string } | { because: string }> = {
    [`POST ${gatewayPaths.session}`]: { action: 'signIn' },
    [`POST ${gatewayPaths.demo}`]: { action: 'demoSignIn' },
    [`DELETE ${gatewayPaths.session}`]: { action: 'signOut' },
    [`POST ${gatewayPaths.confirm}`]: { because: 'The action that it confirms has an entry.' },
    [`GET ${gatewayPaths.tokenKey}`]: { action: 'tokenKeyRead' },
    [`PUT ${gatewayPaths.profile}`]: { action: 'profileWrite' },
  }

  test('each route of the app that is no read is known', async () => {
    const gateway = await startGateway({ upstream: { address: 'http://127.0.0.1:9' } })
    const found = gateway.app.routes.flatMap(({ method, path }) =>
      ['GET', 'ALL', 'HEAD'].includes(method) ? [] : [`${method} ${path.replace(/\/$/, '')}`],
    )
    await gateway.close()
    expect([...new Set(found)].toSorted()).toEqual(
      Object.keys(routes)
        .filter((route) => !route.startsWith('GET '))
        .toSorted(),
    )
  })

  test('signing in, reading the token key and signing out leave an entry each; what is refused before leaves none', async () => {
    const gateway = await startGateway()
    const { cookie } = await gateway.signIn()
    const { workspace } = await gateway.query.selectFrom('audit_head').select('workspace').executeTakeFirstOrThrow()
    const headers = { ...fromPage, cookie }
    const actions = async () => (await entriesAfter(gateway, workspace, 0)).map(([action, outcome]) => `${action} ${outcome}`)
    expect((await gateway.send(gatewayPaths.tokenKey, { headers })).status).toBe(403)
    check('token key refused', await actions(), ['signIn done'])
    await gateway.confirm(cookie)
    expect((await gateway.send(gatewayPaths.tokenKey, { headers })).status).toBe(200)
    check('token key read', await actions(), ['signIn done', 'tokenKeyRead done'])
    expect((await gateway.send(gatewayPaths.session, { method: 'DELETE', headers })).status).toBe(200)
    expect((await gateway.send(gatewayPaths.session, { method: 'DELETE', headers })).status).toBe(200)
    check('signed out', await actions(), ['signIn done', 'tokenKeyRead done', 'signOut done'])
    await gateway.close()
  })
})
