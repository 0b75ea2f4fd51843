import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { BacktestLine } from '#contract/gateway/rules.ts'
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
  const gone = new Set<string>()
  const answer = (script: string, { person = 'Ines', account = '', before = async (line: BacktestLine) => void seen.push(line) } = {}) =>
    backtests.answer({
      account: account || person,
      person,
      lostRight: async () => (gone.has(person) ? 'Gone.' : null),
      start: (stop) => {
        stops.push(stop)
        threads.push(new Worker(script, { eval: true }))
        return threads.at(-1)!
      },
      before,
      onError: (error) => errors.push(error),
    })
  return { answer, errors, seen, threads, stops, gone, stop: backtests.stop }
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

test('a newer backtest of a person ends the older one, which is no error', async () => {
  const { answer, errors, threads, stops } = bench()
  const older = answer(waiting)
  await expect.poll(() => threads).toHaveLength(1)
  const newer = answer(waiting)
  expect(await linesOf(older)).toEqual([failed('You started a newer backtest.')])
  await expect.poll(() => threads).toHaveLength(2)
  // It ends by itself: libsql would abort the process if it were ended in the middle of a call.
  expect(stops.map(([isStopped]) => isStopped)).toEqual([1, 0])
  await newer.body!.cancel()
  await Promise.all(threads.map((thread) => thread.terminate()))
  expect(errors).toEqual([])
})

/** The last place in the queue that an answer told so far. */
function placesOf(answer: Response) {
  const reader = answer.body!.getReader()
  let last: unknown
  const read = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      last = JSON.parse(new TextDecoder().decode(next.value).trim().split('\n').at(-1)!)
  }
  void read()
  return { last: () => last, leave: () => reader.cancel() }
}
const place = (number: number) => ({ kind: 'waiting', place: number })

test('an account runs one at a time, and what it has waiting lets every other account go first', async () => {
  const { answer, errors, threads } = bench()
  const ada = ['Ines', 'Tom', 'Kim'].map((person) => placesOf(answer(post(progress(1)) + waiting, { person, account: 'ada' })))
  await expect.poll(() => ada.map(({ last }) => last())).toEqual([progress(1), place(1), place(2)])
  // It has a slot although others wait.
  const bea = placesOf(answer(post(progress(1)) + waiting, { person: 'Bea' }))
  const max = placesOf(answer(post(progress(1)) + waiting, { person: 'Max' }))
  await expect.poll(() => [bea.last(), max.last()]).toEqual([progress(1), place(3)])
  await ada[0]!.leave()
  await expect.poll(() => [ada[1]!.last(), max.last(), ada[2]!.last()]).toEqual([progress(1), place(1), place(2)])
  // Who gives up makes room.
  await max.leave()
  await expect.poll(() => ada[2]!.last()).toEqual(place(1))
  for (const { leave } of [ada[2]!, ada[1]!, bea]) await leave()
  expect(threads).toHaveLength(3)
  await Promise.all(threads.map((thread) => thread.terminate()))
  expect(errors).toEqual([])
})

test('what waits is limited by account and in all, and a newer one of a person takes the place of the older', async () => {
  const { answer, threads } = bench()
  const all = ['Ines', 'Tom', 'Bea', 'Kim'].map((person) => answer(waiting, { person, account: 'ada' }))
  expect(() => answer(waiting, { person: 'Max', account: 'ada' })).toThrow(Refusal)
  const again = answer(waiting, { person: 'Kim', account: 'ada' })
  expect((await linesOf(all[3]!)).at(-1)).toEqual(failed('You started a newer backtest.'))
  // One more runs, and 17 wait.
  const others = Array.from({ length: 18 }, (_, index) => answer(waiting, { person: `other ${index}` }))
  expect(() => answer(waiting, { person: 'Max' })).toThrow(Refusal)
  await expect.poll(() => threads).toHaveLength(2)
  for (const { body } of [again, ...all.slice(1, 3), ...others.toReversed(), all[0]!]) await body!.cancel()
  await Promise.all(threads.map((thread) => thread.terminate()))
})

test('who may no longer run it does not when their turn comes', async () => {
  const { answer, gone, threads } = bench()
  const first = answer(waiting, { account: 'ada' })
  const second = answer(waiting, { person: 'Tom', account: 'ada' })
  await expect.poll(() => threads).toHaveLength(1)
  gone.add('Tom')
  await first.body!.cancel()
  expect((await linesOf(second)).at(-1)).toEqual(failed('Gone.'))
  expect(threads).toHaveLength(1)
  await threads[0]!.terminate()
})

test('who lost the right while it ran gets no result, and none is stored', async () => {
  const { answer, gone, seen, threads } = bench()
  const lines = answer(`${post(progress(1))} require('node:worker_threads').parentPort.once('message', () => { ${post(failed('x'))} })`)
  await expect.poll(() => threads).toHaveLength(1)
  gone.add('Ines')
  threads[0]!.postMessage('end')
  expect((await linesOf(lines)).at(-1)).toEqual({ ...failed('Gone.'), read: 1 })
  expect(seen).toEqual([])
  await threads[0]!.terminate()
})

test('a process that ends says so to all, and asks its threads to end', async () => {
  const { answer, stop, stops, threads } = bench()
  const both = ['Ines', 'Tom'].map((person) => answer(waiting, { person, account: 'ada' }))
  await expect.poll(() => threads).toHaveLength(1)
  stop()
  for (const lines of await Promise.all(both.map(linesOf))) expect(lines.at(-1)).toEqual(failed('Roomkeeper was restarted. Run it again.'))
  expect(stops.map(([isStopped]) => isStopped)).toEqual([1])
  await threads[0]!.terminate()
})
