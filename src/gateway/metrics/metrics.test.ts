import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Task } from '../worker/task.ts'
import { codeOf, fromPage, startGateway } from '../testing/gateway.ts'
import { json, remoteAccount, startRemoteService } from '../testing/remote-service.ts'
import { metricsToken, samplesOf, startMeasured } from './test-metrics.ts'

type Measured = Awaited<ReturnType<typeof startMeasured>>

const runs: string[] = []
const task = (run: Task['run']): Task => ({ lateAfterMs: 60 * 60_000, run })
const tasks = {
  preset: task(async () => {
    runs.push('preset')
    return { outcome: 'done', note: '' }
  }),
  drift: task(() => Promise.reject(new Error('Something went wrong'))),
}

let measured: Measured
beforeEach(async () => {
  runs.length = 0
  measured = await startMeasured({ tasks })
})
afterEach(() => measured.close())

const requests = (surface: string, endpoint: string, outcome: string) =>
  `roomkeeper_http_requests_total{endpoint="${endpoint}",outcome="${outcome}",surface="${surface}"}`
const requestCount = (surface: string, endpoint: string) =>
  `roomkeeper_http_request_duration_seconds_count{endpoint="${endpoint}",surface="${surface}"}`
const upstream = (endpoint: string, outcome: string) => `roomkeeper_upstream_requests_total{endpoint="${endpoint}",outcome="${outcome}"}`

test('every request is counted once, by its endpoint and its outcome', async () => {
  const { cookie } = await measured.signIn()
  await measured.signIn({ token: 'wrong' })
  await measured.call(cookie, 'GET', '/chats')
  await measured.call(cookie, 'GET', '/chats')
  await measured.call(cookie, 'GET', '/chats/999')
  await measured.call(cookie, 'GET', '/no/such/path')
  await measured.call('', 'GET', '/chats')
  await measured.send('/api/chats', { headers: { authorization: `Bearer ${measured.token}` } })
  await measured.send('/bff/workspace/standing-access', { headers: { ...fromPage, cookie } })
  await measured.send('/chats/7/messages')
  const samples = await measured.samples()
  expect(Object.fromEntries([...samples].filter(([series]) => series.startsWith('roomkeeper_http_requests_total')))).toEqual({
    [requests('session', 'signIn', 'ok')]: 1,
    [requests('session', 'signIn', 'refused')]: 1,
    [requests('page', 'chatList', 'ok')]: 2,
    [requests('page', 'chatList', 'refused')]: 1,
    [requests('page', 'chatRead', 'refused')]: 1,
    [requests('page', 'unknown', 'refused')]: 1,
    [requests('program', 'chatList', 'ok')]: 1,
    [requests('workspace', 'standingRead', 'ok')]: 1,
    // The app is not built here.
    [requests('app', 'page', 'unavailable')]: 1,
  })
  expect(samples.get(requestCount('page', 'chatList'))).toBe(3)
  expect(samples.get(upstream('chatList', 'ok'))).toBe(2)
  expect(samples.get(upstream('chatRead', 'refused'))).toBe(1)
  expect(samples.get(upstream('accountRead', 'ok'))).toBe(1)
  expect(samples.get(upstream('accountRead', 'refused'))).toBe(1)
})

test('failures of the service are counted by what happened', async () => {
  const remote = await startRemoteService((_, response) => json(response, { status: 1, data: remoteAccount }))
  const gateway = await startMeasured({ upstream: { address: remote.address } })
  const { cookie } = await gateway.signIn({ token: 'opaque' })
  const after = async (answer: typeof remote.state.answer) => {
    remote.state.answer = answer
    await gateway.call(cookie, 'GET', '/chats')
  }
  await after((_, response) => json(response, { status: false }, 500))
  await after((_, response) => response.writeHead(502).end('Bad gateway'))
  await after((_, response) => json(response, { status: false }, 429))
  await after((_, response) => json(response, { status: false }, 404))
  await after((_, response) => response.end('<html>'))
  await after((_, response) => response.destroy())
  const samples = await gateway.samples()
  expect(Object.fromEntries([...samples].filter(([series]) => /upstream_requests_total.*chatList/.test(series)))).toEqual({
    [upstream('chatList', 'failed')]: 2,
    [upstream('chatList', 'limited')]: 1,
    [upstream('chatList', 'refused')]: 1,
    [upstream('chatList', 'not_api')]: 1,
    [upstream('chatList', 'unreachable')]: 1,
  })
  expect(samples.get('roomkeeper_upstream_request_duration_seconds_count{endpoint="chatList"}')).toBe(6)
  await gateway.close()
  await remote.close()
})

test('the metrics require the token', async () => {
  const right = await measured.scrape()
  expect(right.status).toBe(200)
  expect(right.headers.get('content-type')).toContain('text/plain')
  expect(right.headers.get('cache-control')).toBe('no-store')
  expect((await measured.scrape(`bearer   ${metricsToken}`)).status).toBe(200)
  for (const wrong of ['', metricsToken, `Bearer ${metricsToken}x`, `Bearer ${metricsToken.slice(1)}`, 'Bearer', `Basic ${metricsToken}`]) {
    const refused = await measured.scrape(wrong)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refused.text()).not.toContain('roomkeeper_')
  }
  const { cookie } = await measured.signIn()
  expect((await measured.send('/metrics', { headers: { cookie } })).status).toBe(401)
  const written = await measured.send('/metrics', { method: 'POST', headers: { authorization: `Bearer ${metricsToken}` } })
  expect(written.status).toBe(405)
})

test('without metrics their path is not a page', async () => {
  const gateway = await startGateway()
  const answer = await gateway.send('/metrics')
  expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found'])
  await gateway.close()
})

/** Our own series, without those about the process. */
const ours = (samples: Map<string, number>) => [...samples.keys()].filter((series) => series.startsWith('roomkeeper_'))

test('more chats, people and addresses add no series, and no label contains them', async () => {
  const { cookie } = await measured.signIn()
  async function drive(name: string) {
    const created = await measured.call(cookie, 'POST', '/chats', { name: `Secret ${name}` })
    const { chatId } = (await created.json()) as { chatId: number }
    await measured.call(cookie, 'POST', `/chats/${chatId}/messages`, { text: `Hello ${name}` })
    await measured.call(cookie, 'GET', `/chats/${chatId}/messages?fast=true`)
    await measured.call(cookie, 'GET', `/chats/${chatId}/${name}`)
    await measured.send(`/bff/workspace/people/${name}`, { method: 'DELETE', headers: { ...fromPage, cookie } })
    await measured.send(`/bff/workspace/${name}`, { headers: { cookie } })
    await measured.send(`/${name}/${name}.js`)
    await measured.send(`/${name}`, { method: name.toUpperCase() })
    await measured.send(`/bff/session/${name}`, { headers: { cookie } })
    await measured.send('/bff/session', { method: 'POST', headers: fromPage, body: JSON.stringify({ token: name }) })
    return chatId
  }
  await drive('first')
  // The scrape itself is a request.
  await measured.scrape()
  const before = ours(await measured.samples())
  const ids = [await drive('second'), await drive('third'), await drive('fourth')]
  const samples = await measured.samples()
  expect(ours(samples)).toEqual(before)
  const text = ours(samples)
    .join('\n')
    .replaceAll(/le="[^"]*"/g, '')
  expect(text).not.toMatch(/first|second[^s]|third|fourth|secret|kim|example/i)
  for (const id of ids) expect(text).not.toContain(`"${id}"`)
  expect(samples.get(requests('page', 'messageSend', 'ok'))).toBe(4)
})

async function plan(kind: 'preset' | 'drift', due: number) {
  const action = { workspace: 'w', title: '', note: '', chatIds: [], data: '' }
  const row = { id: kind, key: kind, chat_ids: '[]', started: 0, attempts: 0, not_before: 0, approved: 0, kind, due }
  const { chatIds: _, ...rest } = action
  await measured.query
    .insertInto('planned_action')
    .values({ ...rest, ...row })
    .execute()
}

const standing = {
  workspace: 'w',
  account_id: 1,
  since: 1,
  turned_on_by: '',
  sealed_token: '',
  token_rejected: 0,
  budget: 9,
  paused_until: 0,
}

test('planned actions are counted by kind and outcome, and the worker reports how late it is', async () => {
  const { query, worker, clock } = measured
  await query.insertInto('standing_access').values(standing).execute()
  await plan('preset', clock.ms - 30_000)
  await plan('drift', clock.ms - 12_000)
  const late = await measured.samples()
  expect(late.get('roomkeeper_worker_lag_seconds')).toBe(30)
  expect(late.get('roomkeeper_worker_actions_due{kind="preset"}')).toBe(1)
  expect(late.get('roomkeeper_worker_lease_held')).toBe(0)

  await worker.tick()
  await worker.settled()
  clock.ms += 10_000
  const done = await measured.samples()
  expect(runs).toEqual(['preset'])
  expect(done.get('roomkeeper_worker_actions_total{kind="preset",outcome="done"}')).toBe(1)
  expect(done.get('roomkeeper_worker_actions_total{kind="drift",outcome="failed"}')).toBe(1)
  expect(done.get('roomkeeper_worker_lease_held')).toBe(1)
  // It is due again five seconds after it failed.
  expect(done.get('roomkeeper_worker_lag_seconds')).toBe(5)
  expect(done.has('roomkeeper_worker_actions_due{kind="preset"}')).toBe(false)
  expect(done.get('roomkeeper_worker_actions_due{kind="drift"}')).toBe(1)
})

test('an action that waits for a decision or for standing access is not late', async () => {
  const { query, clock } = measured
  await plan('preset', clock.ms - 2 * 60 * 60_000)
  await plan('drift', clock.ms - 30_000)
  expect((await measured.samples()).get('roomkeeper_worker_lag_seconds')).toBe(0)
  await query.insertInto('standing_access').values(standing).execute()
  clock.ms += 10_000
  expect((await measured.samples()).get('roomkeeper_worker_lag_seconds')).toBe(40)
})

test('an unsent notification increases the age of the queue, and rules are counted by state', async () => {
  const { query, clock, notify } = measured
  await notify('w', { event: 'jobStuck', subject: 'one', cause: { kind: 'hand' }, title: 'It happened', text: '', link: '/' })
  const rule = { workspace: 'w', version: 1, state_since: 0, running_version: 1, running_since: 0, fell_back: '' }
  await query
    .insertInto('rule')
    .values([
      { ...rule, id: 'a', state: 'live' },
      { ...rule, id: 'b', state: 'live' },
      { ...rule, id: 'c', state: 'shadow' },
    ])
    .execute()
  clock.ms += 45_000
  const samples = await measured.samples()
  expect(samples.get('roomkeeper_notification_queue_age_seconds')).toBe(45)
  expect(samples.get('roomkeeper_rules{state="live"}')).toBe(2)
  expect(samples.get('roomkeeper_rules{state="shadow"}')).toBe(1)
  expect(samples.get('roomkeeper_rules{state="draft"}')).toBe(0)
  expect(samples.get('roomkeeper_database_up')).toBe(1)
  expect(samples.get('roomkeeper_database_size_bytes')).toBeGreaterThan(100_000)
  expect(samples.get('roomkeeper_database_disk_free_bytes')).toBeGreaterThan(0)
  expect(samples.get('roomkeeper_build_info{database="sqlite",service="bundled",version="1.2.3"}')).toBe(1)
  expect(samples.has('roomkeeper_database_pool_waiting')).toBe(false)
})

test('if the database does not answer, its metrics are left out and the others are served', async () => {
  await measured.send('/healthz')
  await measured.database.close()
  const samples = samplesOf(await (await measured.scrape()).text())
  expect(samples.get('roomkeeper_database_up')).toBe(0)
  expect(samples.has('roomkeeper_worker_lag_seconds')).toBe(false)
  expect(samples.has('roomkeeper_rules{state="live"}')).toBe(false)
  expect(samples.get(requests('operator', 'healthz', 'ok'))).toBe(1)
  expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
})
