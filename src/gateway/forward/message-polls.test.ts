import { beforeEach, expect, test } from 'vitest'
import { createMessagePolls, type MessagePolls } from './message-polls.ts'
import type { UpstreamResponse } from './upstream.ts'

/** Polls of one chat as they arrive at a service that holds messages of the seconds 1 to `newest`. */

let polls: MessagePolls
let now: number
let newest: number
let sent: string[]
let hold: Promise<void> | null
let pageSize: number
let refusal: { status: number; body: object } | null

beforeEach(() => {
  now = 0
  newest = 20
  sent = []
  hold = null
  pageSize = 500
  refusal = null
  polls = createMessagePolls(() => now)
})

const responseOf = (status: number, body: object): UpstreamResponse => ({
  status,
  text: JSON.stringify(body),
  json: body as Record<string, unknown>,
  stream: null,
  retryAfter: null,
  headers: new Headers({ etag: '"1"' }),
})

async function service(path: string): Promise<UpstreamResponse> {
  sent.push(path)
  const from = Number(new URL(path, 'http://service.invalid').searchParams.get('from'))
  const all = Array.from({ length: newest }, (_, index) => ({ messageId: index + 1, time: index + 1, extra: 'kept' }))
  const data = all.filter(({ time }) => time >= from)
  const answer = refusal
    ? responseOf(refusal.status, refusal.body)
    : responseOf(200, { status: true, count: data.length, data: data.slice(0, pageSize), ...(data.length > pageSize && { next: 'more' }) })
  await hold
  return answer
}

const pathOf = (from: number, more = '', chat = 7) => `/chats/${chat}/messages?fast=true&limit=500&from=${from}${more}`
const poll = (path: string, { token = 'token', maxAgeSeconds = 4 } = {}) => polls.poll({ token, path, maxAgeSeconds }, service)
const timesIn = ({ json }: UpstreamResponse) => (json['data'] as { time: number }[]).map(({ time }) => time)

test('polls from different seconds share a read as long as it is recent enough', async () => {
  expect(timesIn(await poll(pathOf(15)))).toEqual([15, 16, 17, 18, 19, 20])
  newest = 22
  now += 3000
  expect(timesIn(await poll(pathOf(18)))).toEqual([18, 19, 20])
  expect((await poll(pathOf(19))).json).toEqual({
    status: true,
    count: 2,
    data: [19, 20].map((time) => ({ messageId: time, time, extra: 'kept' })),
  })
  expect(sent).toEqual([pathOf(15)])
  expect(timesIn(await poll(pathOf(18), { maxAgeSeconds: 1 }))).toEqual([18, 19, 20, 21, 22])
  expect(sent).toHaveLength(2)
})

test('a read begins with the earliest second that someone asked for within ten seconds', async () => {
  await poll(pathOf(10))
  now += 5000
  expect(timesIn(await poll(pathOf(19)))).toEqual([19, 20])
  expect(timesIn(await poll(pathOf(10)))).toHaveLength(11)
  now += 11_000
  await poll(pathOf(19))
  expect(sent).toEqual([pathOf(10), pathOf(10), pathOf(19)])
})

test('a poll from an earlier second moves the beginning of the reads after it', async () => {
  await poll(pathOf(19))
  await poll(pathOf(10))
  now += 5000
  await poll(pathOf(19))
  // Asking for the same second again keeps it alive.
  await poll(pathOf(10))
  now += 8000
  await poll(pathOf(19))
  expect(sent).toEqual([pathOf(19), pathOf(10), pathOf(10), pathOf(10)])
})

test('whoever polls while a read is under way waits for it', async () => {
  let release = () => {}
  hold = new Promise((resolve) => (release = resolve))
  const first = poll(pathOf(15))
  const others = [poll(pathOf(15)), poll(pathOf(18))]
  release()
  expect(timesIn(await first)).toHaveLength(6)
  expect((await Promise.all(others)).map((answer) => timesIn(answer).length)).toEqual([6, 3])
  expect(sent).toHaveLength(1)
})

test('the tag of a whole answer is not that of a part of it', async () => {
  expect((await poll(pathOf(15))).headers.get('etag')).toBeNull()
  expect((await poll(pathOf(18))).headers.get('etag')).toBeNull()
})

test('tokens and chats share nothing', async () => {
  await poll(pathOf(15))
  await poll(pathOf(15), { token: 'other' })
  await poll(pathOf(15, '', 8))
  expect(sent).toHaveLength(3)
})

test.each(['&to=30', '&next=more'])('a read with %s is not a poll', async (more) => {
  await poll(pathOf(15))
  await poll(pathOf(15, more))
  expect(sent).toEqual([pathOf(15), pathOf(15, more)])
})

test('what does not fit in one answer is read by each on their own, and does not make the reads of others longer', async () => {
  pageSize = 5
  const long = await poll(pathOf(10))
  expect(long.json['next']).toBe('more')
  expect(timesIn(await poll(pathOf(17)))).toEqual([17, 18, 19, 20])
  expect(sent).toEqual([pathOf(10), pathOf(17)])
  expect((await poll(pathOf(11))).json['next']).toBe('more')
  expect(timesIn(await poll(pathOf(18)))).toEqual([18, 19, 20])
})

test('where an earlier start no longer fits, the poll gets its own answer', async () => {
  pageSize = 12
  await poll(pathOf(10))
  newest = 23
  now += 5000
  const answer = await poll(pathOf(17))
  expect(answer.json['next']).toBeUndefined()
  expect(timesIn(answer)).toEqual([17, 18, 19, 20, 21, 22, 23])
  expect(sent).toEqual([pathOf(10), pathOf(10), pathOf(17)])
})

test('a failure reaches everyone who waits for the read, and the next poll is sent again', async () => {
  let release = () => {}
  hold = new Promise((_, reject) => (release = () => reject(new Error('down'))))
  const waiting = [poll(pathOf(15)), poll(pathOf(16))]
  release()
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  hold = null
  expect(timesIn(await poll(pathOf(15)))).toHaveLength(6)
  expect(sent).toHaveLength(2)
})

test.each([
  { status: 401, body: { status: false } },
  { status: 200, body: { status: false, message: 'Not now' } },
  { status: 500, body: {} },
])('a refusal ($status) is passed on and not remembered', async (given) => {
  refusal = given
  expect(await poll(pathOf(15))).toMatchObject({ status: given.status, json: given.body })
  refusal = null
  expect(timesIn(await poll(pathOf(15)))).toHaveLength(6)
})

test('messages without a time are passed on as they are', async () => {
  const body = { status: true, data: [{ messageId: 1 }] }
  refusal = { status: 200, body }
  expect((await poll(pathOf(15))).json).toEqual(body)
  await poll(pathOf(16))
  expect(sent).toEqual([pathOf(15), pathOf(16)])
})

test('a streamed answer is read to its end', async () => {
  const body = JSON.stringify({ status: true, count: 1, data: [{ messageId: 1, time: 15 }] })
  const streamed = () => Promise.resolve({ ...responseOf(200, {}), text: '', stream: new Response(body).body })
  const answer = await polls.poll({ token: 'token', path: pathOf(15), maxAgeSeconds: 4 }, streamed)
  expect(timesIn(answer)).toEqual([15])
})
