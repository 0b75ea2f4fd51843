import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { createSharedReads } from './service-calls.ts'

afterEach(() => void vi.useRealTimers())

/** A service whose reads are answered when the test says so. */
function heldService() {
  const answers: Deferred<string>[] = []
  const send = () => {
    const answer = deferred<string>()
    answers.push(answer)
    return answer.promise
  }
  return { answers, send }
}

interface Deferred<T> {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: Error) => void
}

function deferred<T>(): Deferred<T> {
  const parts = {} as Deferred<T>
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
  return parts
}

test('of 50 equal reads at once, the first is sent, and the others share one that is sent after it', async () => {
  const { answers, send } = heldService()
  const share = createSharedReads<string>()
  const reads = Array.from({ length: 50 }, () => share('key', send))
  expect(answers).toHaveLength(1)
  answers[0]?.resolve('first')
  await reads[0]
  await setImmediate()
  expect(answers).toHaveLength(2)
  answers[1]?.resolve('second')
  expect(await Promise.all(reads)).toEqual(['first', ...Array<string>(49).fill('second')])
})

test('other keys are not waited for, and an ended read is not joined', async () => {
  const { answers, send } = heldService()
  const share = createSharedReads<string>()
  const reads = [share('a', send), share('b', send)]
  expect(answers).toHaveLength(2)
  answers[0]?.resolve('a')
  answers[1]?.resolve('b')
  expect(await Promise.all(reads)).toEqual(['a', 'b'])
  void share('a', send)
  expect(answers).toHaveLength(3)
})

test('a failure is that of all who share the read, and of nobody after it', async () => {
  const { answers, send } = heldService()
  const share = createSharedReads<string>()
  const reads = [share('key', send), share('key', send), share('key', send)]
  answers[0]?.reject(new Error('first'))
  await expect(reads[0]).rejects.toThrow('first')
  await setImmediate()
  answers[1]?.reject(new Error('second'))
  await expect(reads[1]).rejects.toThrow('second')
  await expect(reads[2]).rejects.toThrow('second')
  void share('key', send)
  expect(answers).toHaveLength(3)
})

test('a slow read is waited for during 100 ms only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { answers, send } = heldService()
  const share = createSharedReads<string>()
  const reads = [share('key', send), share('key', send)]
  await vi.advanceTimersByTimeAsync(99)
  expect(answers).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(answers).toHaveLength(2)
  // The slow one ends: who asks now shares what follows the second.
  answers[0]?.resolve('slow')
  await reads[0]
  reads.push(share('key', send))
  expect(answers).toHaveLength(2)
  answers[1]?.resolve('second')
  expect(await reads[1]).toBe('second')
  await vi.advanceTimersByTimeAsync(0)
  answers[2]?.resolve('third')
  expect(await reads[2]).toBe('third')
})

/** Steps of readers, of writers anywhere, and of the service, which looks at its state some time after a read was sent and answers later still. */
const step = fc.constantFrom('read', 'write', 'look', 'answer', 'turn')

test('a read never returns a state from before a write that was confirmed before the read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let state = 0
      const sent: { seen: number | null; answer: Deferred<number> }[] = []
      const share = createSharedReads<number>()
      const send = () => {
        const answer = deferred<number>()
        sent.push({ seen: null, answer })
        return answer.promise
      }
      const reads: Promise<void>[] = []
      const look = () => {
        const next = sent.find(({ seen }) => seen === null)
        if (next) next.seen = state
      }
      const answer = () => {
        const index = sent.findIndex(({ seen }) => seen !== null)
        const [next] = index < 0 ? [] : sent.splice(index, 1)
        next?.answer.resolve(next.seen ?? Number.NaN)
      }
      const read = () => {
        const confirmed = state
        reads.push(share('key', send).then((seen) => expect(seen).toBeGreaterThanOrEqual(confirmed)))
      }
      const actions = { read, write: () => void state++, look, answer, turn: () => setImmediate() }
      for (const name of steps) await actions[name]()
      // Each read is answered by one of as many requests at most.
      for (const _ of reads) {
        look()
        answer()
        await setImmediate()
      }
      await Promise.all(reads)
    }),
    { numRuns: 300 },
  )
})
