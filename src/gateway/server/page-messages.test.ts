import { expect, test } from 'vitest'
import { etagOf } from '#http/read-response.ts'
import { type dataIn, startPages } from '../testing/pages.ts'
import { json, remoteAccount, startRemoteService } from '../testing/remote-service.ts'

/** The first page of messages in the HTML of its page. */

test('messages of a range in the URL, or of a remote service, are left to the page', async () => {
  const isIn = (data: ReturnType<typeof dataIn>) => data?.answers.some(({ name }) => name === 'messageList')
  const pages = await startPages()
  const { cookie } = await pages.signIn()
  await pages.call(cookie, 'POST', '/chats', { name: 'Lobby' })
  expect(isIn((await pages.open('/chats/1/messages', cookie)).data)).toBe(true)
  expect(isIn((await pages.open('/chats/1/messages?range=1h', cookie)).data)).toBe(false)
  const remote = await startRemoteService((_, response) => json(response, { status: 1, data: remoteAccount }))
  const here = await startPages({ upstream: { address: remote.address } })
  const { cookie: ofRemote } = await here.signIn({ token: 'x' })
  expect(isIn((await here.open('/chats/1/messages', ofRemote)).data)).toBe(false)
  await pages.close()
  await here.close()
  await remote.close()
})

const message = { messageId: 1, time: 1, userId: null, image: null, userName: 'Ann', text: '' }

test.each([
  [
    'a page of messages, which our service streams, is there with its version',
    [`{"data":[`, `${JSON.stringify(message)}],"status":true}`],
    true,
  ],
  ['one beyond the limit is left out', ['{"data":["', 'x'.repeat(256 * 1024), '"],"status":true}'], false],
  ['one that fails before its end is left out', ['{"data":[', null], false],
])('%s', async (_, chunks, isThere) => {
  const answer = ({ url }: Request) => {
    if (url.endsWith('/account')) return Response.json({ status: true, data: remoteAccount })
    if (!url.includes('/messages?')) return Response.json({ status: true, data: [] })
    const left = [...chunks]
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const chunk = left.shift()
          if (chunk === null) controller.error(new Error('read to here'))
          else if (chunk === undefined) controller.close()
          else controller.enqueue(new TextEncoder().encode(chunk))
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body, { headers: { 'transfer-encoding': 'chunked' } })
  }
  const here = await startPages({ upstream: { service: { fetch: answer } } })
  const { cookie } = await here.signIn()
  const { data } = await here.open('/chats/1/messages', cookie)
  const found = data?.answers.find(({ name }) => name === 'messageList')
  expect(data?.answers.map(({ name }) => name)).toContain('chatList')
  expect([found?.answer, found?.etag]).toEqual(
    isThere ? [{ data: [message], status: true }, etagOf(chunks.join(''))] : [undefined, undefined],
  )
  await here.close()
})
