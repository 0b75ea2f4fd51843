import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import type { Bindings } from '../server/request-context.ts'
import { startGateway } from '../testing/gateway.ts'
import { remoteAccount } from '../testing/remote-service.ts'
import { createListCollector, longListResponse, type CollectList, type LongList } from './long-list.ts'

const encoder = new TextEncoder()

/** A body of random texts, which hardly can be compressed. */
function bodyOf(chunks: number, bytesPerChunk: number, { failAfter = Infinity } = {}) {
  const texts = Array.from({ length: chunks }, () => randomBytes(bytesPerChunk).toString('base64'))
  const state = { read: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (state.read >= failAfter) return controller.error(new Error('The database is gone'))
        const text = texts[state.read++]
        if (text === undefined) controller.close()
        else controller.enqueue(encoder.encode(text))
      },
      cancel: () => {
        state.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, text: texts.join(''), state }
}

/** The response to a client with these headers. */
async function respond(collect: CollectList, body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}, method = 'GET') {
  const app = new Hono<Bindings>().get('/', async (c) => longListResponse(c, await collect(body)))
  return app.request('/', { method, headers })
}

test.each([
  ['whole', 10_000_000],
  ['too large, and passed on while it is read', 3000],
])('a list that is %s arrives compressed and uncompressed', async (_, maxListBytes) => {
  const collect = createListCollector({ maxListBytes, maxTotalBytes: 10_000_000 })
  const plain = bodyOf(20, 1000)
  expect(await (await respond(collect, plain.body)).text()).toBe(plain.text)
  const compressed = bodyOf(20, 1000)
  const answer = await respond(collect, compressed.body, { 'accept-encoding': 'gzip' })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(compressed.text)
})

test('a list that is too large has no ETag and is read no faster than its client does', async () => {
  const { body, state } = bodyOf(1000, 10_000)
  const answer = await respond(createListCollector({ maxListBytes: 100_000, maxTotalBytes: 10_000_000 }), body)
  expect(answer.headers.get('etag')).toBeNull()
  const reader = answer.body!.getReader()
  await reader.read()
  expect(state.read).toBeLessThan(100)
  await reader.cancel()
  while (!state.isCancelled) await setImmediate()
})

/** Reads a list to its end, as its client does. */
async function sent(list: LongList) {
  if (list.kind === 'stream') await buffer(list.gzip)
  await setImmediate()
}

test('all lists together keep to their limit, and room is free again once they are sent', async () => {
  const collect = createListCollector({ maxListBytes: 100_000, maxTotalBytes: 100_000 })
  const small = () => bodyOf(1, 60_000).body
  const first = await collect(small())
  const release = first.kind === 'whole' ? first.hold() : undefined
  const shared = first.kind === 'whole' ? first.hold() : undefined
  await setImmediate()
  const second = await collect(small())
  release?.()
  const third = await collect(small())
  shared?.()
  await Promise.all([second, third].map(sent))
  const fourth = await collect(small())
  expect([first, second, third, fourth].map(({ kind }) => kind)).toEqual(['whole', 'stream', 'stream', 'whole'])
})

test.each([
  ['sent', (collect: CollectList, body: ReadableStream<Uint8Array>) => collect(body).then(sent)],
  ['discarded for HEAD', (collect: CollectList, body: ReadableStream<Uint8Array>) => respond(collect, body, {}, 'HEAD')],
  [
    'cancelled by its client',
    async (collect: CollectList, body: ReadableStream<Uint8Array>) => (await respond(collect, body)).body!.cancel(),
  ],
])('a list that is too large counts until it is %s', async (_, end) => {
  const collect = createListCollector({ maxListBytes: 50_000, maxTotalBytes: 100_000 })
  const kindOfSmall = async () => {
    const list = await collect(bodyOf(1, 45_000).body)
    await sent(list)
    return list.kind
  }
  const large = await collect(bodyOf(2, 40_000).body)
  expect([large.kind, await kindOfSmall()]).toEqual(['stream', 'stream'])
  await sent(large)
  expect(await kindOfSmall()).toBe('whole')
  await end(collect, bodyOf(2, 40_000).body)
  await setImmediate()
  expect(await kindOfSmall()).toBe('whole')
})

test('a list that fails before its end is an error', async () => {
  const { body } = bodyOf(20, 1000, { failAfter: 5 })
  const collect = createListCollector({ maxListBytes: 100_000, maxTotalBytes: 100_000 })
  await expect(collect(body)).rejects.toThrow('The database is gone')
  expect(await collect(bodyOf(1, 70_000).body)).toMatchObject({ kind: 'whole' })
})

describe('through the gateway', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined
  afterEach(() => gateway?.close())

  const start = async (answer: () => ReadableStream<Uint8Array> | Response) => {
    let reads = 0
    const service = {
      fetch: (request: Request) => {
        if (!request.url.endsWith('/banned-ips')) return Response.json({ status: true, data: remoteAccount })
        reads++
        const body = answer()
        return body instanceof Response ? body : new Response(body, { headers: { 'transfer-encoding': 'chunked' } })
      },
    }
    gateway = await startGateway({ upstream: { service } })
    const { cookie } = await gateway.signIn()
    return { read: () => gateway!.call(cookie, 'GET', '/chats/1/banned-ips'), reads: () => reads }
  }

  test('equal reads of a long list share it', async () => {
    const { read, reads } = await start(() => bodyOf(20, 1000).body)
    const texts = await Promise.all((await Promise.all([read(), read(), read(), read()])).map((answer) => answer.text()))
    expect(reads()).toBe(2)
    expect(new Set(texts).size).toBe(2)
  })

  test('equal reads of a list that is too large are all answered', async () => {
    const { read, reads } = await start(() => bodyOf(30, 500_000).body)
    const texts = await Promise.all((await Promise.all([read(), read(), read()])).map((answer) => answer.text()))
    expect(texts.map(({ length }) => length)).toEqual(Array(3).fill(30 * Math.ceil(500_000 / 3) * 4))
    expect([reads(), new Set(texts).size]).toEqual([3, 3])
  })

  test('a list that fails before its end is answered with an error', async () => {
    const { read } = await start(() => bodyOf(20, 1000, { failAfter: 5 }).body)
    const answer = await read()
    expect(answer.status).toBe(502)
  })
})
