import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GatewayOptions } from '../gateway-options.ts'
import { createKeys } from '../session/seal.ts'
import { fromPage, startGateway } from '../testing/gateway.ts'
import { json, remoteAccount, startRemoteService } from '../testing/remote-service.ts'
import { openTracing } from './open-tracing.ts'
import { startCollector } from './test-collector.ts'

let collector: Awaited<ReturnType<typeof startCollector>>
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(() => collector.close())

const silent = pino({ level: 'silent' })

/** A gateway whose spans are sent when it is closed. */
async function startTraced(options: Partial<GatewayOptions> = {}) {
  const tracing = openTracing(silent, `${collector.address}/v1/traces`)
  const gateway = await startGateway({ ...options, tracing })
  const close = async () => {
    await tracing.stop()
    await gateway.close()
  }
  return { ...gateway, close }
}

const [internal, server, client, error] = [1, 2, 3, 2]
const called = (name: string) => {
  const found = collector.spans().filter((span) => span.name === name)
  expect(found.map((span) => span.name)).toEqual([name])
  return found[0]!
}

test('a request is a span named by its route, and the request to the service is its child', async () => {
  const gateway = await startTraced()
  const { cookie } = await gateway.signIn()
  const { chatId } = (await (await gateway.call(cookie, 'POST', '/chats', { name: 'One' })).json()) as { chatId: number }
  await gateway.call(cookie, 'GET', `/chats/${chatId}/polls`)
  await gateway.call(cookie, 'GET', '/chats/999/banned-ips')
  await gateway.send('/healthz')
  await gateway.close()

  const request = called('GET /bff/api/chats/{chatId}/polls')
  expect(request).toMatchObject({
    kind: server,
    status: 0,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/bff/api/chats/{chatId}/polls',
      'http.response.status_code': 200,
      'roomkeeper.surface': 'page',
      'roomkeeper.endpoint': 'pollList',
    },
  })
  expect(request.parentSpanId).toBeUndefined()
  const upstream = called('GET /chats/{chatId}/polls')
  expect(upstream).toMatchObject({
    kind: client,
    traceId: request.traceId,
    parentSpanId: request.spanId,
    attributes: { 'url.template': '/chats/{chatId}/polls', 'roomkeeper.outcome': 'ok' },
  })
  const refused = called('GET /chats/{chatId}/banned-ips')
  expect(refused).toMatchObject({ status: error, attributes: { 'error.type': 'refused' } })
  // A refusal is not a failure of the gateway.
  expect(called('GET /bff/api/chats/{chatId}/banned-ips')).toMatchObject({
    traceId: refused.traceId,
    status: 0,
    attributes: { 'http.response.status_code': 404 },
  })
  expect(refused.traceId).not.toBe(request.traceId)
  // Health checks would be most of all spans.
  expect(collector.text()).not.toContain('healthz')
})

test('a service that fails is an error of both spans', async () => {
  const remote = await startRemoteService((_, response) => json(response, { status: 1, data: remoteAccount }))
  const gateway = await startTraced({ upstream: { address: remote.address } })
  const { cookie } = await gateway.signIn({ token: 'opaque' })
  remote.state.answer = (_, response) => void response.destroy()
  await gateway.call(cookie, 'GET', '/social')
  await gateway.close()
  await remote.close()
  expect(called('GET /social')).toMatchObject({ status: error, attributes: { 'error.type': 'unreachable' } })
  expect(called('GET /bff/api/social')).toMatchObject({ status: error, attributes: { 'error.type': '502' } })
})

test('no token, text, name, address or id of anything is in a span, and random paths make no new names', async () => {
  const gateway = await startTraced()
  const { cookie } = await gateway.signIn()
  async function drive(word: string) {
    const { chatId } = (await (await gateway.call(cookie, 'POST', '/chats', { name: `Secret ${word}` })).json()) as { chatId: number }
    await gateway.call(cookie, 'POST', `/chats/${chatId}/messages`, { text: `Hello ${word}` })
    await gateway.call(cookie, 'GET', `/chats/${chatId}/messages?fast=true&next=${word}`)
    await gateway.call(cookie, 'DELETE', `/chats/${chatId}/banned-ips/203.0.113.7`)
    await gateway.call(cookie, 'GET', `/chats/${chatId}/${word}`)
    await gateway.send(`/bff/workspace/people/${word}`, { method: 'DELETE', headers: { ...fromPage, cookie } })
    for (const path of [`/${word}`, `/${word}/a.js?q=${word}`, `/bff/${word}`, `/api/${word}`, `//${word}`, `/bff/workspace/${word}`])
      await gateway.send(path, { headers: { cookie, 'x-forwarded-for': word } })
    await gateway.send(`/${word}`, { method: word.toUpperCase() })
    await gateway.send('/bff/session', { method: 'POST', headers: fromPage, body: JSON.stringify({ token: word }) })
  }
  for (const word of ['tangerine', 'clementine', 'mandarin']) await drive(word)
  await gateway.close()
  const names = collector.spans().map(({ name }) => name)
  const counts = new Map(names.map((name) => [name, names.filter((other) => other === name).length]))
  // Each word did the same, besides signing in at first.
  expect([...counts].filter(([name, count]) => count % 3 !== 0 && !/session|account/.test(name))).toEqual([])
  expect(names).toContain('HTTP /*')
  expect(collector.text()).not.toMatch(/tangerine|clementine|mandarin|secret|hello|kim|example\.org|203\.0/i)
  expect(collector.text()).not.toMatch(/chats\/\d/)
  for (const secret of [gateway.token, cookie.split('=')[1]!]) expect(collector.text()).not.toContain(secret)
})

test('a planned action is a span with its outcome, and what it sends is in its trace', async () => {
  const keys = createKeys(randomBytes(32))
  const cause = { kind: 'preset', id: 'x', title: 'Quiet evening' } as const
  const gateway = await startTraced({
    keys,
    tasks: {
      preset: {
        lateAfterMs: 3_600_000,
        run: async (_, work) => {
          await work.callFor(cause)('accountRead', {})
          return { outcome: 'done', note: 'Quiet evening' }
        },
      },
      drift: { lateAfterMs: 3_600_000, run: () => Promise.reject(new Error('Quiet evening')) },
    },
  })
  const { query, clock, worker, accountId, token } = gateway
  const sealed = keys.seal('standing-token', 'w', token)
  await query
    .insertInto('standing_access')
    .values({
      workspace: 'w',
      account_id: accountId,
      since: 1,
      turned_on_by: '',
      sealed_token: sealed,
      token_rejected: 0,
      budget: 9,
      paused_until: 0,
    })
    .execute()
  for (const kind of ['preset', 'drift'] as const) {
    const texts = { title: 'Quiet evening', note: '', chat_ids: '[]', data: '' }
    const row = { id: kind, workspace: 'w', kind, key: kind, due: clock.ms, started: 0, attempts: 0, not_before: 0, approved: 0, ...texts }
    await query.insertInto('planned_action').values(row).execute()
  }
  await worker.tick()
  await worker.settled()
  await gateway.close()
  const done = called('action preset')
  expect(done).toMatchObject({
    kind: internal,
    status: 0,
    attributes: { 'roomkeeper.action.kind': 'preset', 'roomkeeper.outcome': 'done' },
  })
  expect(called('GET /account')).toMatchObject({ traceId: done.traceId, parentSpanId: done.spanId })
  expect(called('action drift')).toMatchObject({ status: error, attributes: { 'roomkeeper.outcome': 'failed' } })
  expect(collector.text()).not.toMatch(/quiet/i)
})

test('a collector that fails is logged once, changes no answer, and is tried again', async () => {
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => logged.push(line) })
  collector.state.status = 400
  const tracing = openTracing(log, `${collector.address}/v1/traces`)
  const gateway = await startGateway({ tracing })
  // More than a batch, which is sent at once.
  for (let sent = 0; sent < 1100; sent++) expect((await gateway.send('/bff/session')).status).toBe(200)
  await tracing.stop()
  await gateway.close()
  expect(collector.requests.length).toBeGreaterThan(1)
  expect(logged.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 40, event: 'traces', msg: 'traces could not be sent' }),
  ])
})

test('the packages are loaded by one file, and that file only where traces are sent', () => {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const naming = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
  expect(naming(/from '@opentelemetry\//)).toEqual(['gateway/tracing/open-tracing.ts'])
  expect(naming(/open-tracing\.ts/)).toEqual(['gateway/main.ts'])
  expect(naming(/open-tracing\.ts(?!'\)\))/)).toEqual([])
})
