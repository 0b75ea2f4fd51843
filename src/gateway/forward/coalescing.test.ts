import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { createApp } from '#service/app.ts'
import { codeOf, startGateway } from '../testing/gateway.ts'
import { json, remoteAccount, startRemoteService } from '../testing/remote-service.ts'

/** Equal reads of the page as they arrive at the service. */

type Gateway = Awaited<ReturnType<typeof startGateway>>
let remote: Awaited<ReturnType<typeof startRemoteService>>
let gateway: Gateway
let cookie: string
/** Answers the reads of chats that wait. */
let release: (() => void)[]
let answer: { status: number; body: object; headers?: Record<string, string> }

beforeEach(async () => {
  release = []
  answer = { status: 200, body: { status: true, data: [] } }
  remote = await startRemoteService((request, response) => {
    if (request.url !== '/chats') return json(response, { status: true, data: remoteAccount })
    release.push(() => json(response, answer.body, answer.status, answer.headers))
  })
  gateway = await startGateway({ upstream: { address: remote.address } })
  ;({ cookie } = await gateway.signIn())
  remote.reached.length = 0
  // A busy machine may take longer than a read waits for an equal one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await gateway.close()
  await remote.close()
})

const read = (by = cookie, init: RequestInit = {}) => gateway.send('/bff/api/chats', { headers: { cookie: by }, ...init })
const arrived = async (count: number) => {
  while (release.length < count) await setImmediate()
}
/** Lets requests that were sent reach the forwarder: the database, which is asked about their sessions, answers in turn. */
const turns = async () => {
  for (let count = 0; count < 10; count++) {
    await setImmediate()
    await gateway.database.query.selectFrom('account').select('id').execute()
  }
}
const answerAll = async (reads: Promise<Response>[]) => {
  const answering = setInterval(() => release.splice(0).forEach((send) => send()), 1)
  return Promise.all(reads).finally(() => clearInterval(answering))
}

test('50 equal reads at once are two requests: the first, and one that the others share', async () => {
  const reads = Array.from({ length: 50 }, () => read())
  await turns()
  const answers = await answerAll(reads)
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(remote.reached).toEqual(['GET /chats', 'GET /chats'])
})

test('another session with the same token shares, another token and another query do not', async () => {
  const { cookie: again } = await gateway.signIn()
  const { cookie: other } = await gateway.signIn({ token: 'another-token' })
  remote.reached.length = 0
  const first = read()
  await arrived(1)
  const reads = [first, read(), read(again)]
  const others = [read(other)]
  await arrived(2)
  await turns()
  expect(remote.reached).toHaveLength(2)
  await answerAll([...reads, ...others])
  expect(remote.reached).toHaveLength(3)
})

test('a client that goes away takes the answer from nobody', async () => {
  const first = read()
  await arrived(1)
  const controller = new AbortController()
  const reads = [read(cookie, { headers: { cookie }, signal: controller.signal }), read()]
  await turns()
  controller.abort()
  const answers = await answerAll([first, ...reads])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test.each([
  [429, 429, undefined],
  [503, 503, undefined],
  [401, 401, 'token_refused'],
])('a refusal with %i is that of all who share the read', async (status, expected, code) => {
  answer = { status, body: { status: false, message: 'No' }, headers: { 'retry-after': '7' } }
  const first = read()
  await arrived(1)
  const shared = [read(), read()]
  await turns()
  const answers = await answerAll([first, ...shared])
  expect(answers.map((one) => one.status)).toEqual([expected, expected, expected])
  if (code) expect(await Promise.all(answers.map(codeOf))).toEqual([code, code, code])
  else expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['7', '7', '7'])
})

test('with our own service, a read that begins after a write was confirmed shows it, whoever wrote', async () => {
  const own = await startGateway()
  const accountId = await createAccount(own.database, { email: 'lee@example.org', name: 'Lee', rooms: 100 })
  const tokens = await Promise.all([createToken(own.database, { accountId }), createToken(own.database, { accountId })])
  const [mine, theirs] = await Promise.all(tokens.map(async ({ token }) => (await own.signIn({ token })).cookie))
  /** Another gateway in front of the same database. */
  const elsewhere = createApp({ database: own.database })
  const headers = { authorization: `Bearer ${tokens[1].token}`, 'content-type': 'application/json' }
  const writers = [
    (body: string) => own.call(mine!, 'POST', '/chats', JSON.parse(body)),
    (body: string) => own.call(theirs!, 'POST', '/chats', JSON.parse(body)),
    (body: string) => own.send('/api/chats', { method: 'POST', headers, body }),
    (body: string) => elsewhere.fetch(new Request('http://service.invalid/chats', { method: 'POST', headers, body })),
  ]
  const stopped = new AbortController()
  const poll = async () => {
    while (!stopped.signal.aborted) await own.call(mine!, 'GET', '/chats')
  }
  const polls = [poll(), poll(), poll()]
  for (let count = 0; count < 40; count++) {
    const name = `Chat ${count}`
    expect((await writers[count % writers.length]!(JSON.stringify({ name }))).status).toBe(200)
    const { data } = (await (await own.call(mine!, 'GET', '/chats')).json()) as { data: { name: string }[] }
    expect(data.map((chat) => chat.name)).toContain(name)
  }
  stopped.abort()
  await Promise.all(polls)
  await own.close()
})
