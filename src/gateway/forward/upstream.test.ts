import { afterEach, beforeEach, expect, test } from 'vitest'
import { figure } from '../../test-figure.ts'
import { codeOf, answerAccount, startRemoteService, startGateway } from '../testing/gateway.ts'
import { maxResponseBytes, defaultTimeoutMs } from './upstream.ts'

let foreign: Awaited<ReturnType<typeof startRemoteService>>
let gateway: Awaited<ReturnType<typeof startGateway>>
let cookie: string
beforeEach(async () => {
  foreign = await startRemoteService(answerAccount)
  gateway = await startGateway({ upstream: { address: foreign.address } })
  cookie = (await gateway.signIn({ token: 'opaque' })).cookie
})
afterEach(async () => {
  await gateway.close()
  await foreign.close()
})

/** A JSON object of so many bytes. */
const objectOf = (bytes: number) => `{"data":"${'x'.repeat(bytes - '{"data":""}'.length)}"}`

test('an answer of 8 MiB passes, one byte more is refused, whatever length it states', async () => {
  const read = async (bytes: number, headers: Record<string, string>) => {
    foreign.state.answer = (_, response) => response.writeHead(200, headers).end(objectOf(bytes))
    const answer = await gateway.call(cookie, 'GET', '/chats')
    return answer.status === 200 ? (await answer.text()).length : codeOf(answer)
  }
  expect(maxResponseBytes).toBe(8 * 1024 * 1024)
  expect(await read(maxResponseBytes, {})).toBe(maxResponseBytes)
  expect(await read(maxResponseBytes + 1, {})).toBe('upstream_not_api')
  expect(await read(maxResponseBytes + 1, { 'transfer-encoding': 'chunked' })).toBe('upstream_not_api')
})

test('an answer without end is given up at 8 MiB, and read no further', async () => {
  let sent = 0
  foreign.state.answer = (_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const more = () => {
      sent += chunk.length
      response.write(chunk, (error) => error ?? more())
    }
    response.writeHead(200)
    more()
  }
  expect(await codeOf(await gateway.call(cookie, 'GET', '/chats'))).toBe('upstream_not_api')
  const end = sent
  // What lies in the sockets of both ends is sent already.
  expect(end).toBeLessThan(maxResponseBytes + 16 * 1024 * 1024)
})

test.runIf(process.env['PROOF'])(
  'a service that never ends its answer is given up after 15 s',
  async () => {
    const waits: number[] = []
    for (const silent of [true, false]) {
      foreign.state.answer = (_, response) => {
        if (!silent) response.writeHead(200).write('{"status":')
      }
      const begun = performance.now()
      expect(await codeOf(await gateway.call(cookie, 'DELETE', '/chats/1/polls/1'))).toBe('upstream_timeout')
      waits.push(performance.now() - begun)
    }
    expect(defaultTimeoutMs).toBe(15_000)
    const seconds = waits.map((wait) => (wait / 1000).toFixed(1)).join(' and ')
    figure(
      'S9',
      Math.max(...waits) < 17_000 && Math.min(...waits) > 14_900,
      `a silent and a halting service are given up after ${seconds} s`,
    )
  },
  60_000,
)
