import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listBody } from './list-response.ts'
import type { Listing } from './chunked-list.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function* numbers(): Listing<number> {
  yield [1, 2]
  yield [3]
  return { data: [] }
}

const start = async () => {
  const onEnd = vi.fn<() => void>()
  const onFailure = vi.fn<(error: unknown) => void>()
  const body = await listBody({ listing: numbers(), tidy: (part) => part, admit: async () => onEnd, onFailure })
  return { body: new Response(body as ReadableStream<Uint8Array>), onEnd, onFailure }
}

it('is the same JSON in parts as in one piece, also where the last part is empty', async () => {
  const { body, onEnd } = await start()
  expect(await body.json()).toEqual({ status: true, count: 3, data: [1, 2, 3] })
  expect(onEnd).toHaveBeenCalled()
})

it('gives its place to another when nobody takes what is ready', async () => {
  const { body, onEnd, onFailure } = await start()
  const reader = body.body!.getReader()
  await reader.read()
  await vi.advanceTimersByTimeAsync(29_000)
  await reader.read()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(onEnd).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(onEnd).toHaveBeenCalled()
  await expect(reader.read()).rejects.toThrow('Nobody takes the list')
  expect(onFailure).not.toHaveBeenCalled()
})

it('gives its place to another when nobody takes anything', async () => {
  const { onEnd } = await start()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(onEnd).toHaveBeenCalled()
})

it('gives its place to another when its reader goes away', async () => {
  const { body, onEnd } = await start()
  await body.body!.cancel()
  expect(onEnd).toHaveBeenCalled()
})
