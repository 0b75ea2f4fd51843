import { expect, test } from 'vitest'
import { type Send, createClient } from '#contract/client.ts'
import { type DeletionPort, deletionPort } from './read-back.ts'
import { createTestApi } from './test-api.ts'
import { idsBetween, start } from './test-deletion.ts'

/** Through the real client, in the format of the API. */

test('a third of all requests fails in every way: all messages are deleted', async () => {
  const here = start({ count: 3000, chosen: idsBetween(501, 2500) })
  const port = deletionPort(7, createClient(createTestApi({ ...here, rate: 0.33 })))
  const receipt = await here.run({ port })
  expect(receipt.deleted.length).toBe(2000)
  expect(here.chat.ids().length).toBe(1000)
})

/** Requests that get no answer, by path. They end when they are aborted. */
function unanswered() {
  const paths: string[] = []
  const send: Send = (path, { method, signal }) => {
    paths.push(`${method} ${path}`)
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }
  return { paths, port: deletionPort(7, createClient(send)) }
}

test.each([
  ['a deletion of one message', (port, signal) => port.deleteSome([4], signal)],
  ['a deletion of several', (port, signal) => port.deleteSome([4, 5], signal)],
  ['a read', (port, signal) => port.readPage({ from: 0, to: 9, next: undefined }, signal)],
] satisfies [string, (port: DeletionPort, signal: AbortSignal) => Promise<unknown>][])(
  '%s ends when the job is stopped',
  async (_, start) => {
    const stop = new AbortController()
    const request = start(unanswered().port, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(request).rejects.toThrow('stopped')
  },
)

test('one message is deleted by its own request, several by one together', async () => {
  const { paths, port } = unanswered()
  const stop = new AbortController()
  const requests = [[4], [4, 5]].map((ids) => port.deleteSome(ids, stop.signal))
  stop.abort()
  await Promise.allSettled(requests)
  expect(paths).toEqual(['DELETE /chats/7/messages/4', 'POST /chats/7/messages/delete'])
})

test('a page is read by time, or continued where the one before it ended', async () => {
  const queries: URLSearchParams[] = []
  const message = { messageId: 4, time: 100, userId: 1, image: null, userName: 'Kim', text: 'Hi' }
  const send: Send = async (path) => {
    const query = new URL(path, 'http://localhost').searchParams
    queries.push(query)
    return Response.json({ status: true, count: 1, data: [message], ...(!query.has('next') && { next: 'a+/=' }) })
  }
  const port = deletionPort(7, createClient(send))
  const { signal } = new AbortController()
  const first = await port.readPage({ from: 100, to: 200, next: undefined }, signal)
  expect(first).toMatchObject({ messages: [{ messageId: 4 }], next: 'a+/=' })
  const second = await port.readPage({ from: 100, to: 200, next: first.next }, signal)
  expect(second.next).toBeUndefined()
  expect(queries.map((query) => Object.fromEntries(query))).toMatchObject([
    { fast: 'true', from: '100', to: '200' },
    { fast: 'true', from: '100', to: '200', next: 'a+/=' },
  ])
})

test('a message that cannot be read is there by its id; where not even that can be read, nothing is known of the page', async () => {
  const message = { messageId: 4, time: 100, userId: 1, image: null, userName: 'Kim', text: 'Hi' }
  const read = (odd: object) => {
    const send: Send = async () => Response.json({ status: true, data: [message, { ...message, ...odd }] })
    return deletionPort(7, createClient(send)).readPage({ from: 0, to: 200, next: undefined }, new AbortController().signal)
  }
  expect((await read({ messageId: 5, userId: {} })).messages.map(({ messageId }) => messageId)).toEqual([4, 5])
  await expect(read({ messageId: null })).rejects.toMatchObject({ kind: 'not-this-api' })
  await expect(read({ time: null })).rejects.toMatchObject({ kind: 'not-this-api' })
})
