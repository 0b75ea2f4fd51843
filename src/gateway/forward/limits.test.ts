import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LimitChanges } from '#contract/gateway/rights.ts'
import { startGateway } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'

/** The service answers changes as the test says, and records their bodies. */
let answer: () => Response
const bodies: string[] = []
const service = {
  fetch: async (request: Request) => {
    if (request.url.endsWith('/account'))
      return Response.json({
        status: true,
        data: { id: 7, email: 'kim@example.org', name: 'Kim', countryId: null, plan: { exceed: false } },
      })
    // Read for the audit log.
    if (request.method === 'GET') return Response.json({ status: true, data: [] })
    bodies.push(await request.text())
    return answer()
  },
}

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway({ upstream: { service }, signInLimit: 100 })
})
afterAll(() => gateway.close())
beforeEach(() => {
  answer = () => Response.json({ status: true })
  bodies.length = 0
})

let people = 0
/** A new moderator of chat 7. */
const signIn = (limits: LimitChanges) => gateway.signInAs(member('moderator', [7], { id: `moderator-${++people}`, limits }))

async function post(cookie: string, path: string, body: unknown, method = 'POST') {
  const response = await gateway.call(cookie, method, `/chats/7${path}`, body)
  const { code, data } = (await response.json()) as { code?: string; data?: { left: number } }
  return { status: response.status, code, left: data?.left }
}
const deleteSome = (cookie: string, ids: unknown) => post(cookie, '/messages/delete', ids)
const leftOf = async (cookie: string) => {
  const response = await gateway.send('/bff/workspace/me/limits', { headers: gateway.pageHeaders(cookie) })
  const { data } = (await response.json()) as { data: { deletions: { left: number } | null; widestBan: number | null } }
  return data
}

test('one message counts one, a list its ids, each once; what is too much is refused whole', async () => {
  const cookie = await signIn({ deletionsPerHour: 10 })
  expect(await post(cookie, '/messages/1', undefined, 'DELETE')).toMatchObject({ status: 200 })
  expect(await deleteSome(cookie, [2, 3, 3, 4])).toMatchObject({ status: 200 })
  expect(await leftOf(cookie)).toMatchObject({ deletions: { limit: 10, left: 6 } })
  expect(await deleteSome(cookie, [5, 6, 7, 8, 9, 10, 11])).toEqual({ status: 403, code: 'limit_reached', left: 6 })
  expect(bodies).toEqual(['', '[2,3,4]'])
})

test('of 50 requests at the same time, as many are let through as the limit has', async () => {
  const cookie = await signIn({ deletionsPerHour: 100 })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      deleteSome(
        cookie,
        Array.from({ length: 5 }, (_, id) => index * 5 + id + 1),
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect([bodies.length, await leftOf(cookie)]).toMatchObject([20, { deletions: { left: 0 } }])
})

test.each([
  ['a refusal', () => Response.json({ status: false, code: 'not_found' }, { status: 404 }), 10],
  ['a refusal with status 200', () => Response.json({ status: 0 }), 10],
  ['too many requests', () => new Response('later', { status: 429 }), 10],
  ['a replayed answer', () => Response.json({ status: true }, { headers: { 'idempotency-replayed': 'true' } }), 10],
  ['an error after which nobody knows', () => Response.json({ status: false }, { status: 500 }), 7],
  ['an answer that is none', () => new Response('<html>', { status: 200 }), 7],
])('after %s the messages are given back if none was deleted', async (_, reply, left) => {
  const cookie = await signIn({ deletionsPerHour: 10 })
  answer = reply
  await deleteSome(cookie, [1, 2, 3])
  expect((await leftOf(cookie)).deletions?.left).toBe(left)
})

test('a body that cannot be counted is refused', async () => {
  const cookie = await signIn({ deletionsPerHour: 10 })
  for (const body of [[], ['1'], { 0: 1 }, [1.5], Array.from({ length: 26 }, (_, id) => id + 1)])
    expect((await deleteSome(cookie, body)).status).toBe(400)
  expect([bodies, (await leftOf(cookie)).deletions?.left]).toEqual([[], 10])
})

test.each([
  [{ ip: '192.0.2.0', lastIp: '192.0.2.255' }, true],
  [{ ip: '192.0.2.7' }, true],
  [{ ip: '192.0.2.9', lastIp: '192.0.3.8' }, true],
  [{ ip: '192.0.2.9', lastIp: '192.0.3.9' }, false],
  [{ ip: '192.0.2.0', lastIp: '192.0.3.255' }, false],
  [{ ip: '0.0.0.0', lastIp: '255.255.255.255' }, false],
])('with /24 as the widest ban, %o is allowed: %s', async (ban, isAllowed) => {
  const cookie = await signIn({ widestBan: 24 })
  expect(await post(cookie, '/banned-ips', ban)).toMatchObject(isAllowed ? { status: 200 } : { status: 403, code: 'limit_reached' })
  expect(bodies).toHaveLength(isAllowed ? 1 : 0)
})

test('the service gets the range that was judged, and no second one', async () => {
  const cookie = await signIn({ widestBan: 32 })
  const body = '{"ip":"192.0.2.1","lastIp":"255.255.255.255","lastIp":"192.0.2.1","LastIp":"255.255.255.255"}'
  await gateway.send('/bff/api/chats/7/banned-ips', { method: 'POST', headers: gateway.pageHeaders(cookie), body })
  expect(bodies.map((sent) => JSON.parse(sent) as unknown)).toEqual([{ ip: '192.0.2.1', lastIp: '192.0.2.1' }])
})

test('who has no limits is not counted, and their body is sent as it is', async () => {
  const cookie = await signIn({ deletionsPerHour: null, widestBan: null })
  expect((await deleteSome(cookie, [1, 1, 2])).status).toBe(200)
  expect((await post(cookie, '/banned-ips', { ip: '0.0.0.0', lastIp: '255.255.255.255' })).status).toBe(200)
  expect(bodies[0]).toBe('[1,1,2]')
  expect(await leftOf(cookie)).toEqual({ deletions: null, widestBan: null })
  expect(await leftOf((await gateway.signIn()).cookie)).toEqual({ deletions: null, widestBan: null })
})
