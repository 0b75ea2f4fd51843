import { expect, test } from 'vitest'
import { Failure, type Call } from '#contract/client.ts'
import type { Message } from '#contract/messages.ts'
import { maxBacktestRequests, remoteSource } from './remote-source.ts'

const message = (messageId: number, time: number): Message => ({ messageId, time, userId: 1, image: null, userName: 'Tom', text: 'x' })

interface Query {
  from: number
  to: number
  next?: string
}

/** A service that answers reads of messages as the test says. */
const service = (answer: (query: Query) => { data: Message[]; next?: string }): Call =>
  (async (_: string, { query }: { query: Query }) => ({ status: true, ...answer(query) })) as unknown as Call

async function read(call: Call, span = { from: 1000, to: 2000 }) {
  const source = remoteSource(call, () => 0)
  const ids: number[] = []
  const result = (async () => {
    for await (const messages of source.messages(7, span)) ids.push(...messages.map(({ messageId }) => messageId))
    return ids
  })()
  return { ids: await result.catch((error: unknown) => (error instanceof Error ? error.message : error)), requests: source.requests() }
}

test('reads all pages in any order, without messages outside of the period', async () => {
  const pages: Record<string, { data: Message[]; next?: string }> = {
    '': { data: [message(3, 1500), message(9, 999), message(4, 2001)], next: 'b' },
    b: { data: [message(2, 1500), message(3, 1500)], next: 'c' },
    // Some services leave `next` out on the last page, others send an empty one.
    c: { data: [message(1, 1000)], next: '' },
  }
  const asked: Query[] = []
  const call = service((query) => {
    asked.push(query)
    return pages[query.next ?? '']!
  })
  expect(await read(call)).toEqual({ ids: [1, 2, 3], requests: 3 })
  // One more second at each end, because services may or may not include it.
  expect(asked[0]).toMatchObject({ from: 999, to: 2001 })
})

test('stops at the limit of requests, with a message', async () => {
  let page = 0
  const { ids, requests } = await read(service(() => ({ data: [message(++page, 1500)], next: `page ${page}` })))
  expect(ids).toContain(`may send ${maxBacktestRequests} requests`)
  expect(requests).toBe(maxBacktestRequests)
})

test('pages that do not get on are refused: what was read may not be all', async () => {
  let page = 0
  const circle = await read(service(({ next }) => ({ data: [], next: next === 'a' ? 'b' : 'a' })))
  const same = await read(service(() => ({ data: [message(1, 1500)], next: `page ${++page}` })))
  for (const { ids, requests } of [circle, same]) {
    expect(ids).toContain('keeps sending the same pages')
    expect(requests).toBeLessThan(12)
  }
})

test('waits as long as the service asks for, up to half a minute', async () => {
  let refused = 0
  const busy = (retryAfter: number) =>
    service(() => {
      if (++refused === 1) throw new Failure('too-many-requests', { retryAfter })
      return { data: [message(1, 1500)] }
    })
  expect(await read(busy(0))).toEqual({ ids: [1], requests: 2 })
  refused = 0
  expect(await read(busy(600))).toEqual({ ids: 'too-many-requests', requests: 1 })
})
