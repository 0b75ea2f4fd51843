import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { api, apiNames } from './api.ts'
import { createClient, Failure, readFirst, withoutEffect, type Call, type AnswerChallenge } from './client.ts'

let server: Server | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  server?.closeAllConnections()
  if (server?.listening) await new Promise((resolve) => server?.close(resolve))
})

test('exactly the endpoints named List or Read use GET: the types of reads and writes rely on the names', () => {
  const gets = apiNames.filter((name) => api[name].method === 'GET' && name !== 'messageListSlow')
  expect(apiNames.filter((name) => /(List|Read)$/.test(name))).toEqual(gets)
})

/** A client of a server that answers as told. */
async function clientOf(answer: RequestListener, meet?: AnswerChallenge): Promise<Call> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  return createClient(async (path, init) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, redirect: 'manual', headers })
    if (answer.headers.has('x-test')) throw new Failure('refused', { code: 'fresh_token_needed', isFromGateway: true })
    return answer
  }, meet)
}

const answering = (status: number, body: string, headers: Record<string, string> = {}): Promise<Call> =>
  clientOf((_, response) => response.writeHead(status, headers).end(body))

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Failure)
  // Checked in the line above.
  return error as Failure
}

const ok = '{"status":true}'
const one = { params: { chatId: 7 } }

test.each<[string, number, string, string, Record<string, string>?]>([
  ['a web page', 200, '<html>', 'not-this-api'],
  ['nothing at all', 200, '', 'not-this-api'],
  ['half an answer', 200, '{"status":true,"da', 'not-this-api'],
  ['an answer of something else', 200, '{"hello":"world"}', 'not-this-api'],
  ['a list where an object belongs', 200, '[]', 'not-this-api'],
  ['a redirect to a login page', 302, '', 'not-this-api', { location: '/login' }],
  ['a web page with an error', 502, '<h1>Bad gateway</h1>', 'server-error'],
  ['no session', 401, '{"status":false}', 'signed-out'],
  ['a web page that asks for a password', 401, '<html>', 'signed-out'],
  ['a refusal', 409, '{"status":false,"message":"no"}', 'refused'],
  ['a refusal that calls itself fine', 200, '{"status":false}', 'refused'],
  ['a refusal by number', 200, '{"status":0,"message":"no"}', 'refused'],
  ['an error that says true', 500, ok, 'server-error'],
  ['an error that says false', 500, '{"status":false,"message":"no"}', 'server-error'],
  ['a proxy that waited too long', 504, '{"status":false}', 'server-error'],
  ['too many requests', 429, '{"status":false}', 'too-many-requests'],
])('%s', async (_, status, body, kind, headers) => {
  const call = await answering(status, body, headers)
  expect((await failureOf(call('chatDelete', one))).kind).toBe(kind)
})

test('a redirect that the browser keeps to itself is the way to another page', async () => {
  // Of the same status, which is 0.
  const call = createClient(async () => Response.error())
  expect(await failureOf(call('chatDelete', one))).toMatchObject({ kind: 'not-this-api', isWebPage: true })
})

test('a broken connection and an address without a server are unreachable', async () => {
  const broken = await clientOf((request) => request.socket.destroy())
  expect((await failureOf(broken('chatList', {}))).kind).toBe('unreachable')
  server?.close()
  expect((await failureOf(broken('chatList', {}))).kind).toBe('unreachable')
})

test('an incomplete body is unreachable', async () => {
  const call = await clientOf((_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"status":')
    response.on('close', () => {})
    setImmediate(() => response.destroy())
  })
  expect((await failureOf(call('chatList', {}))).kind).toBe('unreachable')
})

test('no answer in time', async () => {
  // The wait without the waiting: the time is up from the start.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')))
  const call = await clientOf(() => {})
  expect((await failureOf(call('chatList', {}))).kind).toBe('timed-out')
})

test('aborting rejects with the reason of the caller', async () => {
  const reason = new Error('left the page')
  const stop = new AbortController()
  const call = await clientOf(() => stop.abort(reason))
  await expect(call('chatList', {}, { signal: stop.signal })).rejects.toBe(reason)
})

test('a refusal carries the message, code and fields of the service', async () => {
  const body = { status: false, code: 'invalid', message: 'The request is not valid.', errors: { name: ['must not be empty'] } }
  const call = await answering(400, JSON.stringify(body))
  expect(await failureOf(call('chatCreate', { body: { name: ' ' } }))).toMatchObject({
    kind: 'refused',
    code: 'invalid',
    serviceMessage: 'The request is not valid.',
    message: 'The request is not valid.',
    fields: { name: ['must not be empty'] },
  })
})

test('what a refusal leaves out is empty, and nobody but the gateway speaks for the gateway', async () => {
  const call = await answering(409, '{"status":false}')
  const failure = await failureOf(call('chatDelete', one))
  expect(failure).toMatchObject({
    serviceMessage: '',
    reason: '',
    message: 'refused',
    fields: {},
    isFromGateway: false,
    hadNoEffect: false,
  })
  expect(failure).toMatchObject({ status: 409, code: undefined, advice: undefined, retryAfter: undefined })
})

test('a failure keeps what is known of it when more is learned', async () => {
  const body = { status: false, code: 'invalid', message: ' No. ', errors: { name: ['must not be empty'] } }
  const call = await answering(400, JSON.stringify(body), { 'retry-after': '3' })
  const failure = await failureOf(call('chatDelete', one))
  expect(withoutEffect(failure, 'Try again.')).toMatchObject({
    kind: 'refused',
    status: 400,
    code: 'invalid',
    serviceMessage: 'No.',
    fields: body.errors,
    retryAfter: 3,
    hadNoEffect: true,
    advice: 'Try again.',
    cause: failure,
  })
  expect(withoutEffect(withoutEffect(failure, 'Try again.')).advice).toBe('Try again.')
})

test('when a read before a change fails, nothing was sent', async () => {
  const unclear = new Failure('timed-out')
  expect(await failureOf(readFirst(Promise.reject(unclear)))).toMatchObject({ kind: 'timed-out', hadNoEffect: true, cause: unclear })
  const refused = new Failure('refused')
  expect(await failureOf(readFirst(Promise.reject(refused)))).toBe(refused)
})

test('Retry-After in seconds and as a date', async () => {
  const inSeconds = await answering(429, '{"status":false}', { 'retry-after': '12' })
  expect((await failureOf(inSeconds('chatList', {}))).retryAfter).toBe(12)
  server?.close()
  const asDate = await answering(429, '{"status":false}', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' })
  expect((await failureOf(asDate('chatList', {}))).retryAfter).toBe(0)
  server?.close()
  const nonsense = await answering(429, '{"status":false}', { 'retry-after': 'soon' })
  expect((await failureOf(nonsense('chatList', {}))).retryAfter).toBeUndefined()
})

test.each<[string, (call: Call) => Promise<unknown>, string, string]>([
  [
    'a range',
    (call) => call('banLiftRange', { params: { chatId: 7, firstIp: '1.2.3.4', lastIp: '1.2.3.9' } }),
    'DELETE /chats/7/banned-ips/1.2.3.4:1.2.3.9',
    '',
  ],
  ['one address', (call) => call('banLift', { params: { chatId: 7, ipAddress: '1.2.3.4' } }), 'DELETE /chats/7/banned-ips/1.2.3.4', ''],
  [
    'a bare array',
    (call) => call('messageDeleteSome', { params: { chatId: 7 }, body: [3, 1, 2] }),
    'POST /chats/7/messages/delete',
    '[3,1,2]',
  ],
  ['no body', (call) => call('pollReset', { params: { chatId: 7, pollId: 2 } }), 'POST /chats/7/polls/2/reset', ''],
])('%s goes out as the API document says', async (_, send, line, body) => {
  const seen: string[] = []
  const note = async (request: IncomingMessage) => seen.push(`${request.method} ${request.url}`, await text(request))
  const call = await clientOf((request, response) => void note(request).then(() => response.end(ok)))
  await send(call)
  expect(seen).toEqual([line, body])
})

test('the answer is parsed', async () => {
  const message = { messageId: 1, time: 1_700_000_000_000, userId: null, image: null, userName: null, text: 'hi', extra: 1 }
  const call = await answering(200, JSON.stringify({ status: 1, count: null, data: [message], next: 'a+/=' }))
  expect(await call('messageList', { params: { chatId: 7 }, query: { fast: true } })).toEqual({
    status: true,
    count: null,
    data: [{ messageId: 1, time: 1_700_000_000, userId: null, image: null, userName: '', text: 'hi' }],
    next: 'a+/=',
  })
})

test('a poll’s creation has no status and is not a refusal', async () => {
  const call = await answering(200, '{"id":3,"createDate":1700000000}')
  const body = { question: 'Lunch?', answer1: 'Yes', answer2: 'No' }
  expect(await call('pollCreate', { params: { chatId: 7 }, body })).toEqual({ id: 3, createDate: 1_700_000_000 })
})

test('after a new sign-in a request that got a 401 is sent again', async () => {
  const bodies: string[] = []
  const asked: string[] = []
  const answer: RequestListener = (request, response) =>
    void text(request).then((body) => response.writeHead(bodies.push(body) === 1 ? 401 : 200).end(ok))
  const call = await clientOf(answer, (need, { name }) => Promise.resolve(asked.push(`${need}: ${name}`) > 0))
  expect(await call('messageSend', { params: { chatId: 7 }, body: { text: 'hi' } })).toEqual({ status: true })
  expect(bodies).toEqual(['{"text":"hi"}', '{"text":"hi"}'])
  expect(asked).toEqual(['session: messageSend'])
})

test.each([
  [401, false, 1],
  // Signed in again, and refused again: nobody is asked twice.
  [401, true, 2],
  [409, true, 1],
  [503, true, 1],
])('with answer %d and a new sign-in %j, %d requests go out', async (status, again, requests) => {
  let count = 0
  const answer: RequestListener = (_, response) => {
    count++
    response.writeHead(status).end('{"status":false}')
  }
  const call = await clientOf(answer, () => Promise.resolve(again))
  await failureOf(call('pollResend', { params: { chatId: 7, pollId: 2 } }))
  expect(count).toBe(requests)
})

test('each challenge is presented once, one after the other, and then the request is sent', async () => {
  let isSignedIn = false
  let isFresh = false
  const asked: string[] = []
  const answer: RequestListener = (_, response) => {
    if (!isSignedIn) response.writeHead(401).end('{"status":false}')
    else if (isFresh) response.end(ok)
    else response.writeHead(403, { 'x-test': 'gateway' }).end()
  }
  const call = await clientOf(answer, async (need) => {
    asked.push(need)
    if (need === 'session') isSignedIn = true
    else isFresh = true
    return true
  })
  expect(await call('chatDelete', { params: { chatId: 7 } })).toEqual({ status: true })
  expect(asked).toEqual(['session', 'fresh token'])
})

test('the client does not read the secret of the account', async () => {
  const plan = { admins: 1, rooms: 2, users: 3, keywords: 4, usedAdmins: 0, usedKeywords: 0, usedRooms: 0, exceed: false }
  const call = await answering(200, JSON.stringify({ status: true, data: { id: 7, countryId: null, tokenKey: 'canary', plan } }))
  expect(JSON.stringify(await call('accountRead', {}))).not.toContain('canary')
})

test('a chat that is listed twice is one chat, and one without a date of creation is read', async () => {
  const call = await clientOf((_, response) =>
    response.end(JSON.stringify({ status: true, data: [{ id: 7, name: 'A' }, { id: 8 }, { id: 7, name: 'A' }] })),
  )
  const { data } = await call('chatList', {})
  expect(data.map(({ id, createDate }) => [id, createDate])).toEqual([
    [7, null],
    [8, null],
  ])
})

test('the failure of a read says that there is no result to check', async () => {
  const call = await clientOf((_, response) => response.writeHead(500).end('{"status":false}'))
  await expect(call('chatList', {})).rejects.toMatchObject({ isOfRead: true })
  await expect(call('pollPublish', { params: { chatId: 7, pollId: 1 } })).rejects.toMatchObject({ isOfRead: false })
})
