import { expect, test } from 'vitest'
import { createClient, type Failure } from './client.ts'
import { unreadableIn } from './readable-rows.ts'

/** A client of a service that always gives this answer. */
const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
  createClient(async () => new Response(body, { status, headers }))

const failureOf = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => Promise.reject(new Error('It succeeded')),
    // What the client rejects with.
    (error: unknown) => error as Failure,
  )

test('of a list, one row that cannot be read rejects a decision and is one missing row on a page', async () => {
  const bans = [
    { firstIp: '192.0.2.1', lastIp: '192.0.2.1' },
    { firstIp: '192.0.2.7', lastIp: null },
    { firstIp: '192.0.2.9', lastIp: '192.0.2.12' },
  ]
  const call = answering(200, JSON.stringify({ status: true, count: 3, data: bans }))
  const input = { params: { chatId: 1 } }
  expect((await failureOf(call('banList', input))).kind).toBe('not-this-api')
  const answer = await call('banList', input, { skipsUnreadable: true })
  expect(answer.data.map(({ firstIp }) => firstIp)).toEqual(['192.0.2.1', '192.0.2.9'])
  expect(unreadableIn(answer)).toBe(1)
})

test.each([
  ['chatList', {}, { id: 1, name: 'Hall', hash: 'a', createDate: 1 }, { id: 'seven' }],
  ['pollList', { params: { chatId: 1 } }, { id: 1, question: 'Lunch?', status: 'draft' }, { id: null }],
  [
    'messageList',
    { params: { chatId: 1 }, query: { fast: true } },
    { messageId: 1, time: 1, userId: 1, userName: '', image: null, text: '' },
    'text',
  ],
] as const)('the readable rows of %s are shown', async (name, input, good, odd) => {
  const call = answering(200, JSON.stringify({ status: true, data: [good, odd] }))
  const answer = await call(name, input as never, { skipsUnreadable: true })
  expect([(answer as { data: unknown[] }).data.length, unreadableIn(answer)]).toEqual([1, 1])
})

test('an answer of which no row, or something beside the rows, can be read is no list', async () => {
  const input = { params: { chatId: 1 } }
  for (const body of [{ status: true, data: [{ first: 1 }] }, { data: [{ firstIp: '192.0.2.1', lastIp: '192.0.2.1' }, 7] }]) {
    const call = answering(200, JSON.stringify(body))
    expect((await failureOf(call('banList', input, { skipsUnreadable: true }))).kind).toBe('not-this-api')
  }
})

test('a web page in place of an answer is told from an answer of another form', async () => {
  const asked = async (status: number, body: string, headers?: Record<string, string>) => {
    const call = answering(status, body, headers)
    const { kind, isWebPage } = await failureOf(call('socialRead', {}))
    return [kind, isWebPage]
  }
  expect(await asked(200, '<!doctype html><title>Sign in</title>')).toEqual(['not-this-api', true])
  expect(await asked(302, '', { location: 'https://login.example/' })).toEqual(['not-this-api', true])
  expect(await asked(200, '{"status":true}')).toEqual(['not-this-api', false])
  expect(await asked(200, 'OK')).toEqual(['not-this-api', false])
})
