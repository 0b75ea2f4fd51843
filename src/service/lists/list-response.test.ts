import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ChunkedList, listResponseBody } from './list-response.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function* numbers(): ChunkedList<number> {
  yield [1, 2]
  yield [3]
  return { data: [] }
}

const start = async () => {
  const release = vi.fn<() => void>()
  const onFailure = vi.fn<(error: unknown) => void>()
  const body = await listResponseBody({ list: numbers(), parseResponse: (body) => body, acquireSlot: async () => release, onFailure })
  return { body: new Response(body as ReadableStream<Uint8Array>), release, onFailure }
}

it('is one JSON document, even where the last chunk is empty', async () => {
  const { body, release } = await start()
  expect(await body.json()).toEqual({ status: true, count: 3, data: [1, 2, 3] })
  expect(release).toHaveBeenCalled()
})

it('releases its slot when the client stops reading', async () => {
  const { body, release, onFailure } = await start()
  const reader = body.body!.getReader()
  await reader.read()
  await vi.advanceTimersByTimeAsync(29_000)
  await reader.read()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(release).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(release).toHaveBeenCalled()
  await expect(reader.read()).rejects.toThrow('The client stopped reading the list')
  expect(onFailure).not.toHaveBeenCalled()
})

it('releases its slot when the client never reads', async () => {
  const { release } = await start()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(release).toHaveBeenCalled()
})

it('releases its slot when the client cancels', async () => {
  const { body, release } = await start()
  await body.body!.cancel()
  expect(release).toHaveBeenCalled()
})
