import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, apiNames } from './api.ts'
import { createClient, Failure, responseTimeoutMs, type Call, type CallName, type AnswerChallenge, type Send } from './client.ts'
import type { Endpoint } from './endpoint.ts'
import { idempotencyKeyHeader, ifMatchHeader, versionOf } from './own-service.ts'

/** What goes out a second time by itself, and what never does. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

type Outcome = 'cut' | 'web page' | 'trouble' | 'busy' | 'away' | 'refused' | 'signed out' | 'done'
const answers: Record<Exclude<Outcome, 'cut'>, () => Response> = {
  'web page': () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  trouble: () => Response.json({ status: false, code: 'internal' }, { status: 500 }),
  busy: () => Response.json({ status: false, code: 'unavailable' }, { status: 503, headers: { 'retry-after': '5' } }),
  away: () => Response.json({ status: false, code: 'unavailable' }, { status: 503, headers: { 'retry-after': '30' } }),
  refused: () => Response.json({ status: false, code: 'plan_full' }, { status: 409 }),
  'signed out': () => Response.json({ status: false }, { status: 401 }),
  done: () => Response.json({ status: true, chatId: 7, hash: 'x' }),
}

/** A way on which one request after the other ends so, the last one again and again. */
function way(...outcomes: Outcome[]) {
  const sent: Record<string, string>[] = []
  const send: Send = async (_path, { headers = {} }) => {
    const outcome = outcomes[Math.min(sent.push(headers), outcomes.length) - 1]!
    if (outcome === 'cut') throw new TypeError('Failed to fetch')
    return answers[outcome]()
  }
  return { sent, send, keys: () => sent.map((headers) => headers[idempotencyKeyHeader]) }
}

const create = (call: Call, options?: Parameters<Call>[2]) => call('chatCreate', { body: { name: 'Lobby' } }, options)

/** How it ends, however long it may wait in between. */
async function endOf(work: Promise<unknown>): Promise<unknown> {
  const end = work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.kind : error),
  )
  // Not all timers there are: the files of a run share a process, and a server of another test may have one that sets itself again and again.
  await vi.advanceTimersByTimeAsync(responseTimeoutMs)
  return end
}

const knowsKeys = () => true

test.each<[Outcome[], string, number]>([
  [['done'], 'done', 1],
  [['cut', 'done'], 'done', 2],
  [['web page', 'cut', 'done'], 'done', 3],
  [['trouble', 'done'], 'done', 2],
  [['busy', 'done'], 'done', 2],
  [['cut'], 'unreachable', 3],
  [['web page'], 'server-error', 3],
  // The outcome is known, or the wait too long.
  [['refused'], 'refused', 1],
  [['signed out'], 'signed-out', 1],
  [['away'], 'server-error', 1],
  [['cut', 'refused'], 'refused', 2],
])('with a key, %j ends as %s after %i requests', async (outcomes, end, requests) => {
  const { send, keys } = way(...outcomes)
  expect(await endOf(create(createClient(send, undefined, knowsKeys)))).toBe(end)
  expect(keys()).toHaveLength(requests)
  expect(new Set(keys()).size).toBe(1)
  expect(keys()[0]).toMatch(/^[\da-f-]{36}$/)
})

test.each<[string, (() => boolean) | undefined, object]>([
  ['a service that is not known to tell repetitions', () => false, {}],
  ['a caller that knows of no service', undefined, {}],
  ['a caller with its own retries', knowsKeys, { noRetry: true }],
])('for %s nothing is sent twice, and no key', async (_, knows, options) => {
  const { send, keys } = way('cut')
  expect(await endOf(create(createClient(send, undefined, knows), options))).toBe('unreachable')
  expect(keys()).toEqual([undefined])
})

test('each request has its own key', async () => {
  const { send, keys } = way('done')
  const call = createClient(send, undefined, knowsKeys)
  await Promise.all([create(call), create(call)])
  expect(new Set(keys()).size).toBe(2)
})

test('a request that waited for a new sign-in keeps its key', async () => {
  const { send, keys } = way('cut', 'signed out', 'done')
  const meet: AnswerChallenge = () => Promise.resolve(true)
  expect(await endOf(create(createClient(send, meet, knowsKeys)))).toBe('done')
  expect([keys().length, new Set(keys()).size]).toEqual([3, 1])
})

test('aborting rejects with the reason, and nothing more is sent', async () => {
  const { send, keys } = way('cut')
  const abort = new AbortController()
  const end = endOf(
    create(
      createClient(
        async (path, init) => {
          abort.abort('enough')
          return send(path, init)
        },
        undefined,
        knowsKeys,
      ),
      { signal: abort.signal },
    ),
  )
  expect(await end).toBe('enough')
  expect(keys()).toHaveLength(1)
})

test('only non-idempotent requests have a key', async () => {
  const params = { chatId: 7, pollId: 1, messageId: 1, ipAddress: '192.0.2.1', firstIp: '192.0.2.1', lastIp: '192.0.2.9' }
  for (const name of apiNames) {
    const { send, keys } = way('refused')
    // Any input does: nothing looks at it on the way out.
    const call = createClient(send, undefined, knowsKeys) as (name: CallName, input: object) => Promise<unknown>
    await endOf(call(name as CallName, { params, query: { fast: true }, body: {} }))
    const { nonIdempotent }: Endpoint = api[name]
    expect([name, typeof keys()[0]]).toEqual([name, nonIdempotent ? 'string' : 'undefined'])
  }
})

test('a change sends the version of the answer that it is based on', async () => {
  const sent: (string | undefined)[] = []
  const call = createClient(async (_path, { headers = {} }) => {
    sent.push(headers[ifMatchHeader])
    return Response.json({ status: true }, { headers: { etag: '"v1"' } })
  })
  const answer = await call('pollReset', { params: { chatId: 7, pollId: 1 } })
  const version = versionOf(answer)
  await call('chatUpdate', { params: { chatId: 7 }, body: { offline: true } }, { version })
  await call('chatUpdate', { params: { chatId: 7 }, body: { offline: true } })
  expect([version, sent]).toEqual(['"v1"', [undefined, '"v1"', undefined]])
  expect(versionOf({})).toBeUndefined()
})
