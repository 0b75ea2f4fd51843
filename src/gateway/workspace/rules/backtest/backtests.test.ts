import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { BacktestLine } from '#contract/workspace/rules.ts'
import { Refusal } from '#http/refusal.ts'
import { createBacktests } from './backtests.ts'

/** What a client gets of a backtest whose thread runs this script. */

const progress = (read: number): BacktestLine => ({ kind: 'progress', read, matched: 1, of: 9 })
const failed = (message: string): BacktestLine => ({ kind: 'failed', message, read: 0 })
const post = (...lines: BacktestLine[]) =>
  `for (const line of ${JSON.stringify(lines)}) require('node:worker_threads').parentPort.postMessage(line);`
const waiting = 'setInterval(() => {}, 1000);'

function bench() {
  const backtests = createBacktests()
  const errors: unknown[] = []
  const seen: BacktestLine[] = []
  const threads: Worker[] = []
  const stops: Int32Array[] = []
  const answer = (script: string, { person = 'Ines', before = async (line: BacktestLine) => void seen.push(line) } = {}) =>
    backtests.answer({
      person,
      start: (stop) => {
        stops.push(stop)
        threads.push(new Worker(script, { eval: true }))
        return threads.at(-1)!
      },
      before,
      onError: (error) => errors.push(error),
    })
  return { answer, errors, seen, threads, stops }
}
const linesOf = async (answer: Response) =>
  (await answer.text())
    .trim()
    .split('\n')
    .map((line) => BacktestLine.parse(JSON.parse(line)))

test('the lines of the thread are streamed, and the last one after what is done before it', async () => {
  const { answer, errors, seen } = bench()
  const response = answer(post(progress(3), failed('No'), progress(4)))
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  expect(await linesOf(response)).toEqual([progress(3), failed('No')])
  expect([seen, errors]).toEqual([[failed('No')], []])
})

test.each([
  ['it throws', "throw new Error('broken')", 'broken'],
  ['it exits', 'process.exit(7)', 'The thread of a backtest ended with 7'],
])('a thread that fails is reported once, with what was read: %s', async (_, end, message) => {
  const { answer, errors, threads } = bench()
  const reader = answer(
    `${post(progress(3))} require('node:worker_threads').parentPort.once('message', () => { ${end} })`,
  ).body!.getReader()
  const next = async () => JSON.parse(new TextDecoder().decode((await reader.read()).value)) as unknown
  expect(await next()).toEqual(progress(3))
  threads[0]!.postMessage('end')
  expect(await next()).toEqual({ kind: 'failed', message: 'The backtest ended unexpectedly.', read: 3 })
  expect((await reader.read()).done).toBe(true)
  await threads[0]!.terminate()
  expect(errors).toEqual([expect.objectContaining({ message })])
})

test('a result that cannot be stored is not reported as one', async () => {
  const { answer, errors } = bench()
  const full = new Error('disk full')
  const lines = await linesOf(answer(post(failed('x')), { before: () => Promise.reject(full) }))
  expect(lines).toEqual([failed('The backtest ended unexpectedly.')])
  expect(errors).toEqual([full])
})

test('a newer backtest of a person ends the older one, which is no error; a third person waits until one has ended', async () => {
  const { answer, errors, threads, stops } = bench()
  const older = answer(waiting)
  const newer = answer(waiting)
  expect(await linesOf(older)).toEqual([failed('You started a newer backtest.')])
  // It ends by itself: libsql would abort the process if it were ended in the middle of a call.
  expect(stops.map(([isStopped]) => isStopped)).toEqual([1, 0])
  await threads[0]!.terminate()
  expect(errors).toEqual([])
  const other = answer(waiting, { person: 'Tom' })
  expect(() => answer(waiting, { person: 'Bea' })).toThrow(Refusal)
  await newer.body!.cancel()
  const third = answer(post(failed('done')), { person: 'Bea' })
  expect(await linesOf(third)).toEqual([failed('done')])
  await other.body!.cancel()
  await Promise.all(threads.map((thread) => thread.terminate()))
  expect(errors).toEqual([])
})
