// @vitest-environment node
import { expect, test } from 'vitest'
import { createClient, type Send } from '#contract/client.ts'
import { maxMessagePageSize } from '#contract/messages.ts'
import type { DeletionPort } from './deletion-input.ts'
import { idsBetween, start } from './test-deletion.ts'

/** Through the real client, in the format of the API. */

const never = new AbortController().signal
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)
const lost = () => {
  throw new TypeError('connection reset')
}
const before = [
  lost,
  () => json({ status: false, code: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '2' } }),
  () => json({ status: false, message: 'Something went wrong on our side.' }, { status: 500 }),
  () => json({ status: 0 }),
  () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  () => new Response(null, { status: 302, headers: { location: '/login' } }),
]
const after = [
  lost,
  () => new Response('{"status": tr'),
  () => new Response(''),
  () => json({ code: 'upstream_timeout', status: false }, { status: 504 }),
]

function portOf({ chat: { service, message }, clock, random }: ReturnType<typeof start>): DeletionPort {
  const send: Send = async (path, { body = '' }) => {
    await clock.wait(20 + random() * 60, never)
    const goesWrong = random() < 0.33
    const isEarly = random() < 0.6
    const fault = (kinds: (() => Response)[]) => kinds[Math.floor(random() * kinds.length)]!()
    if (goesWrong && isEarly) return fault(before)
    const answer = path.includes('/delete') ? remove(JSON.parse(body) as number[]) : page(new URLSearchParams(path.split('?')[1]))
    return goesWrong ? fault(after) : answer
  }
  const remove = (ids: number[]) => {
    service.remove(ids)
    return json({ status: 1 })
  }
  const page = (query: URLSearchParams) => {
    const { messages, next } = service.page({
      from: Number(query.get('from')),
      to: Number(query.get('to')),
      next: query.get('next') ?? undefined,
    })
    const data = messages.map(({ messageId }) => ({
      messageId,
      time: message(messageId).time,
      userId: 1,
      image: null,
      userName: 'Ann',
      text: 'Hello',
    }))
    return json({ status: true, count: data.length, data, ...(next !== undefined && { next }) })
  }
  const call = createClient(send)
  const params = { chatId: 7 }
  return {
    deleteSome: (ids, signal) => call('messageDeleteSome', { params, body: ids }, { signal }),
    readPage: async ({ from, to, next }, signal) => {
      const query = { fast: true as const, limit: maxMessagePageSize, from, to, ...(next !== undefined && { next }) }
      const answer = await call('messageList', { params, query }, { signal })
      return { messages: answer.data, next: answer.next }
    },
  }
}

test('a third of all requests fails in every way: all messages are deleted', async () => {
  const here = start({ count: 3000, chosen: idsBetween(501, 2500) })
  const receipt = await here.run({ port: portOf(here) })
  expect(receipt.deleted.length).toBe(2000)
  expect(here.chat.ids().length).toBe(1000)
})
