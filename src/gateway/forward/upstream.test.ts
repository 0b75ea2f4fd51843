import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ofService } from '#contract/gateway-failure.ts'
import { figure } from '../../test-figure.ts'
import { codeOf, startGateway } from '../testing/gateway.ts'
import { answerAccount, json, startRemoteService } from '../testing/remote-service.ts'
import { responseTimeoutMs } from './upstream.ts'
import { isProof } from '../../test-runs.ts'

let remote: Awaited<ReturnType<typeof startRemoteService>>
let gateway: Awaited<ReturnType<typeof startGateway>>
let cookie: string
beforeEach(async () => {
  remote = await startRemoteService(answerAccount)
  gateway = await startGateway({ upstream: { address: remote.address, maxAnswerMiB: 2 } })
  cookie = (await gateway.signIn({ token: 'opaque' })).cookie
})
afterEach(async () => {
  await gateway.close()
  await remote.close()
})

const refusalOf = async (answer: Response) => (await answer.json()) as { code: string; message: string }

/** A JSON object of the given size in bytes. */
const objectOf = (bytes: number) => `{"data":"${'x'.repeat(bytes - '{"data":""}'.length)}"}`

const MiB = 1024 * 1024

test('an answer as large as the limit passes; one byte more is refused with the limit and how to raise it, whatever its Content-Length says', async () => {
  const read = async (bytes: number, headers: Record<string, string>) => {
    remote.state.answer = (_, response) => response.writeHead(200, headers).end(objectOf(bytes))
    const answer = await gateway.call(cookie, 'GET', '/chats')
    return answer.status === 200 ? (await answer.text()).length : refusalOf(answer)
  }
  const tooLarge = { code: 'upstream_too_large', message: expect.stringMatching(/larger than 2 MiB.*CHAT_API_MAX_MIB/) }
  expect(await read(2 * MiB, {})).toBe(2 * MiB)
  expect(await read(2 * MiB + 1, {})).toMatchObject(tooLarge)
  expect(await read(2 * MiB + 1, { 'transfer-encoding': 'chunked' })).toMatchObject(tooLarge)
})

test('an endless answer is abandoned at the limit', async () => {
  let sent = 0
  remote.state.answer = (_, response) => {
    const chunk = Buffer.alloc(MiB, 'x')
    const more = () => {
      sent += chunk.length
      response.write(chunk, (error) => error ?? more())
    }
    response.writeHead(200)
    more()
  }
  expect(await codeOf(await gateway.call(cookie, 'GET', '/chats'))).toBe('upstream_too_large')
  const end = sent
  // Some more has already been sent into the socket buffers of both ends.
  expect(end).toBeLessThan(18 * MiB)
})

test('after an enormous answer to a change it is not known whether the change was made', async () => {
  remote.state.answer = (_, response) => response.writeHead(200).end(objectOf(MiB + 1))
  const answer = await gateway.call(cookie, 'DELETE', '/chats/1/polls/1')
  await expect(ofService(answer)).rejects.toMatchObject({ kind: 'too-large', outcomeUnknown: true })
})

test.each([
  ['nested deeply', '['.repeat(MiB), /nested deeper than 32 levels/],
  ['of a million objects', `{"data":[${'{},'.repeat(500_000)}{}]}`, null],
  ['of more', `[${'[],'.repeat(600_000)}`.repeat(2), /more than 1,000,000 objects and lists/],
])('JSON that is %s', async (_, body, refused) => {
  const bigger = await startGateway({ upstream: { address: remote.address, maxAnswerMiB: 8 } })
  onTestFinished(bigger.close)
  const { cookie: session } = await bigger.signIn({ token: 'opaque' })
  remote.state.answer = (_request, response) => response.writeHead(200).end(body)
  const answer = await bigger.call(session, 'GET', '/chats')
  if (refused === null) expect(answer.status).toBe(200)
  else expect(await refusalOf(answer)).toMatchObject({ code: 'upstream_not_api', message: expect.stringMatching(refused) })
})

test('answers that are read at the same time share a budget: one beyond it is told to come again, and a change never is', async () => {
  const halves: ServerResponse[] = []
  remote.state.answer = (request, response) => {
    if (request.method !== 'GET') return json(response, { status: true })
    response.writeHead(200).write(`{"data":"${'x'.repeat(1.5 * MiB)}`)
    halves.push(response)
  }
  const reads = [1, 2, 3].map((id) => gateway.call(cookie, 'GET', `/chats/${id}`))
  const refused = await Promise.any(reads.map(async (read) => ((await read).status === 503 ? read : Promise.reject(new Error('read')))))
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refusalOf(refused)).toMatchObject({ code: 'busy', message: expect.stringContaining('CHAT_API_MAX_MIB') })
  expect((await gateway.call(cookie, 'DELETE', '/chats/1/polls/1')).status).toBe(200)
  for (const half of halves) half.end('"}')
  const answers = await Promise.all(reads)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  // What was read is given back.
  remote.state.answer = (_, response) => response.writeHead(200).end(objectOf(2 * MiB))
  expect((await gateway.call(cookie, 'GET', '/chats/4')).status).toBe(200)
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
