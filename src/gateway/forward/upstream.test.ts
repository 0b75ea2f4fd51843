import { afterEach, beforeEach, expect, test } from 'vitest'
import { figure } from '../../test-figure.ts'
import { codeOf, startGateway } from '../testing/gateway.ts'
import { answerAccount, startRemoteService } from '../testing/remote-service.ts'
import { responseTimeoutMs, maxResponseBytes } from './upstream.ts'
import { isProof } from '../../test-runs.ts'

let remote: Awaited<ReturnType<typeof startRemoteService>>
let gateway: Awaited<ReturnType<typeof startGateway>>
let cookie: string
beforeEach(async () => {
  remote = await startRemoteService(answerAccount)
  gateway = await startGateway({ upstream: { address: remote.address } })
  cookie = (await gateway.signIn({ token: 'opaque' })).cookie
})
afterEach(async () => {
  await gateway.close()
  await remote.close()
})

/** A JSON object of the given size in bytes. */
const objectOf = (bytes: number) => `{"data":"${'x'.repeat(bytes - '{"data":""}'.length)}"}`

test('a response of 8 MiB passes, one byte more is refused, whatever its Content-Length says', async () => {
  const read = async (bytes: number, headers: Record<string, string>) => {
    remote.state.answer = (_, response) => response.writeHead(200, headers).end(objectOf(bytes))
    const answer = await gateway.call(cookie, 'GET', '/chats')
    return answer.status === 200 ? (await answer.text()).length : codeOf(answer)
  }
  expect(maxResponseBytes).toBe(8 * 1024 * 1024)
  expect(await read(maxResponseBytes, {})).toBe(maxResponseBytes)
  expect(await read(maxResponseBytes + 1, {})).toBe('upstream_not_api')
  expect(await read(maxResponseBytes + 1, { 'transfer-encoding': 'chunked' })).toBe('upstream_not_api')
})

test('an endless response is abandoned at 8 MiB', async () => {
  let sent = 0
  remote.state.answer = (_, response) => {
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
  // Some more has already been sent into the socket buffers of both ends.
  expect(end).toBeLessThan(maxResponseBytes + 16 * 1024 * 1024)
})

test.runIf(isProof)(
  'a service that never ends its answer is given up after 15 s',
  async () => {
    const waits: number[] = []
    for (const silent of [true, false]) {
      remote.state.answer = (_, response) => {
        if (!silent) response.writeHead(200).write('{"status":')
      }
      const begun = performance.now()
      expect(await codeOf(await gateway.call(cookie, 'DELETE', '/chats/1/polls/1'))).toBe('upstream_timeout')
      waits.push(performance.now() - begun)
    }
    expect(responseTimeoutMs).toBe(15_000)
    const seconds = waits.map((wait) => (wait / 1000).toFixed(1)).join(' and ')
    figure(
      'S9',
      Math.max(...waits) < 17_000 && Math.min(...waits) > 14_900,
      `a silent and a halting service are given up after ${seconds} s`,
    )
  },
  60_000,
)
