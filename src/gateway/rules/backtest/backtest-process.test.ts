import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import { identityHeader } from '#contract/session.ts'
import { BacktestLine, backtestPath } from '#contract/gateway/rules.ts'
import { fromPage, sessionFrom, temporaryFolder } from '#gateway/testing/gateway.ts'
import { answerAccount, json, startRemoteService } from '#gateway/testing/remote-service.ts'
import { startProcess } from '../../../test-program.ts'

/** Backtests of a whole process, in front of a service that does not answer a read of messages: the first one runs, the others wait. */

let temporary: ReturnType<typeof temporaryFolder>
let remote: Awaited<ReturnType<typeof startRemoteService>>
let unanswered: ServerResponse[]
beforeEach(async () => {
  temporary = temporaryFolder()
  unanswered = []
  remote = await startRemoteService((request, response) => {
    if (request.url === '/account') answerAccount(request, response)
    else if (request.url === '/chats')
      json(response, { status: true, count: 1, data: [{ id: 7, name: 'Stage', hash: 'a1', createDate: 1 }] })
    else unanswered.push(response)
  })
})
afterEach(async () => {
  await remote.close()
  temporary.remove()
})

const start = () => startProcess(temporary.folder, { CHAT_API_URL: remote.address })
const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])

/** A session of the account, which starts a backtest. */
async function signIn(address: string) {
  const answer = await fetch(`${address}/bff/session`, { method: 'POST', headers: fromPage, body: '{"token":"x"}' })
  const session = await sessionFrom(answer.clone())
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const headers = { ...fromPage, cookie, [identityHeader]: session.signedIn ? session.identity : '' }
  return async () => {
    const started = await fetch(`${address}/bff/workspace${backtestPath}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ rule, days: 1 }),
    })
    const lines: BacktestLine[] = []
    const ended = (async () => {
      for await (const text of started.body!.pipeThrough(new TextDecoderStream()))
        lines.push(
          ...text
            .trim()
            .split('\n')
            .map((line) => BacktestLine.parse(JSON.parse(line))),
        )
      return lines.at(-1)
    })()
    return { lines, ended }
  }
}

test('a process that ends while backtests wait says so to each, and the next one begins with none', async () => {
  const first = start()
  const address = await first.ready
  const backtests: Awaited<ReturnType<Awaited<ReturnType<typeof signIn>>>>[] = []
  for (let count = 0; count < 3; count++) backtests.push(await (await signIn(address))())
  await expect.poll(() => unanswered).toHaveLength(1)
  await expect.poll(() => backtests.slice(1).map(({ lines }) => lines.at(-1))).toEqual([1, 2].map((place) => ({ kind: 'waiting', place })))
  first.child.kill('SIGTERM')
  const restarted = { kind: 'failed', message: 'Roomkeeper was restarted. Run it again.', read: 0 }
  expect(await Promise.all(backtests.map(({ ended }) => ended))).toEqual([restarted, restarted, restarted])
  expect(await first.ended).toMatchObject({ code: 0, errors: '' })
  // None of those that waited began on the way.
  expect(unanswered).toHaveLength(1)

  const second = start()
  const run = await signIn(await second.ready)
  const begun = await run()
  await expect.poll(() => unanswered).toHaveLength(2)
  expect(begun.lines).toEqual([])
  json(unanswered[1]!, { status: true, count: 0, data: [] })
  expect(await begun.ended).toMatchObject({ kind: 'done', result: { read: 0, chatsRead: 1 } })
  second.child.kill('SIGTERM')
  expect(await second.ended).toMatchObject({ code: 0, errors: '' })
})
