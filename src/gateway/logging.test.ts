import { afterEach, beforeEach, expect, test } from 'vitest'
import { fromPage, startGateway } from './testing/gateway.ts'
import { answerAccount, json, startRemoteService } from './testing/remote-service.ts'

/** What an operator can read in the log: who did what, when, and from where. */

let gateway: Awaited<ReturnType<typeof startGateway>>
let cookie: string
beforeEach(async () => {
  gateway = await startGateway()
  cookie = (await gateway.signIn()).cookie
})
afterEach(() => gateway.close())

/** The log lines of one event, newest last. */
const lines = (event: string, of = gateway) =>
  of.logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['event'] === event)

test('sign-ins, refusals and deletions are logged with account, time, subject and count', async () => {
  const account = gateway.accountId
  const when = { time: expect.any(Number), account, address: expect.any(String) }
  expect(lines('sign-in')).toMatchObject([{ ...when, how: 'token' }])

  const { chatId } = (await (await gateway.call(cookie, 'POST', '/chats', { name: 'Room' })).json()) as { chatId: number }
  await gateway.call(cookie, 'POST', `/chats/${chatId}/messages/delete`, [1, 2, 3])
  await gateway.call(cookie, 'DELETE', `/chats/${chatId}/messages/9`)
  expect(lines('deletion')).toMatchObject([
    { ...when, route: 'messageDeleteSome', chatId, count: 3, status: 200 },
    { ...when, route: 'messageDelete', chatId, messageId: 9, status: 404 },
  ])
  expect(lines('refusal')).toMatchObject([{ ...when, route: 'messageDelete', chatId, messageId: 9, status: 404, code: 'not_found' }])
})

test('refusals of a remote service are logged too, even with status 200', async () => {
  const remote = await startRemoteService(answerAccount)
  const front = await startGateway({ upstream: { address: remote.address } })
  const signedIn = (await front.signIn({ token: 'any' })).cookie
  remote.state.answer = (_, response) => json(response, { status: 0 })
  await front.call(signedIn, 'GET', '/chats/7')
  remote.state.answer = (_, response) => json(response, { status: false, code: `no\r\n${'x'.repeat(100)}` }, 422)
  await front.call(signedIn, 'GET', '/chats/7/polls')
  expect(lines('refusal', front)).toMatchObject([
    { route: 'chatRead', chatId: 7, status: 200, code: null, account: 7 },
    { route: 'pollList', chatId: 7, status: 422, code: `no\r\n${'x'.repeat(46)}`, account: 7 },
  ])
  await front.close()
  await remote.close()
})

test('input cannot break out of its log line', async () => {
  const nasty = '%0d%0a{"event":"sign-in"}%00%1b[31m%e2%80%a8'
  const before = gateway.logged.length
  await gateway.send(`/bff/api/chats/${nasty}`, { headers: { ...fromPage, cookie } })
  await gateway.send(`/bff/${nasty}`, { headers: fromPage })
  await gateway.signIn({ token: 'x'.repeat(20) })
  await gateway.signIn({ token: 'a\r\nb' })
  const written = gateway.logged.slice(before)
  expect(written.length).toBeGreaterThan(0)
  // The only control character is the end of the line.
  for (const line of written) expect(line.search(/\p{Cc}/u)).toBe(line.length - 1)
  expect(lines('sign-in')).toHaveLength(1)
})

test('an unexpected error is shown as a reference, under which the log has the details', async () => {
  const broken = await startGateway({
    isHealthy: () => {
      throw new Error('secret inside: select token_key from account')
    },
  })
  const answer = await broken.send('/healthz')
  const text = await answer.text()
  expect(answer.status).toBe(500)
  const reference = /reference (\w+)/.exec(text)?.[1] ?? 'none'
  expect(text).not.toMatch(/secret|select|\.ts/)
  expect(broken.logged.find((line) => line.includes(reference))).toContain('secret inside')
  await broken.close()
})
