import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { createAnalysis, type WorkerCommand, type WorkerReply } from './analysis.ts'
import type { MessageFilter } from '#engine/analysis/message-index.ts'
import { createWorkerHandler } from './worker-handler.ts'
import { message } from '#engine/analysis/test-messages.ts'

const all: MessageFilter = { text: '', isRegexp: false, author: null, hasLink: false, repeated: false }
const endless: MessageFilter = { ...all, text: '(a+)+b', isRegexp: true }

/** Runs the handler of the worker in this thread; messages are cloned as between threads. The endless expression makes it stop answering. */
class OwnThread extends EventTarget {
  posted: WorkerCommand[] = []
  ended = false
  #isBusyForEver = false
  readonly #respond = createWorkerHandler((reply) => this.#tell(reply))

  postMessage(command: WorkerCommand) {
    this.posted.push(command)
    const copy = structuredClone(command)
    queueMicrotask(() => this.#carryOut(copy))
  }

  terminate() {
    this.ended = true
  }

  #carryOut(command: WorkerCommand) {
    if (this.#isBusyForEver) return
    this.#isBusyForEver = 'question' in command && command.question.kind === 'filter' && command.question.input.text === endless.text
    if (this.#isBusyForEver && 'id' in command) this.#tell({ id: command.id, started: true })
    else this.#respond(command)
  }

  #tell(reply: WorkerReply) {
    if (!this.ended) this.dispatchEvent(new MessageEvent('message', { data: structuredClone(reply) }))
  }
}

function startWorkers() {
  const workers: OwnThread[] = []
  const start = () => {
    const worker = new OwnThread()
    workers.push(worker)
    return worker
  }
  return { start, workers }
}

const messages = (count: number, from = 1) => Array.from({ length: count }, (_, index) => message(from + index))
const added = (commands: WorkerCommand[]): Message[] => commands.flatMap((command) => ('add' in command ? command.add : []))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Advances the clock, then waits for the answer, or for its error as text. */
async function after<T>(milliseconds: number, answer: Promise<T>): Promise<T | string> {
  const settled = answer.catch((error: unknown) => String(error))
  await vi.advanceTimersByTimeAsync(milliseconds)
  return settled
}

describe('asking', () => {
  test('covers the messages added and removed before', async () => {
    const { start } = startWorkers()
    const analysis = createAnalysis(start)
    analysis.add(messages(5))
    analysis.remove([2, 4])
    expect(await after(50, analysis.filter(all))).toEqual(new Float64Array([5, 3, 1]))
    expect(await after(50, analysis.summary())).toMatchObject({ authorsTotal: 1 })
    expect(await after(50, analysis.testWordFilter('', 'number'))).toMatchObject({ draftCatches: 3 })
  })

  test('starts no worker before there is a command', () => {
    const { start, workers } = startWorkers()
    createAnalysis(start).add([])
    vi.runAllTimers()
    expect(workers).toEqual([])
  })

  test('rejects an invalid expression with its reason and answers the next question', async () => {
    const analysis = createAnalysis(startWorkers().start)
    expect(await after(50, analysis.filter({ ...all, text: '(', isRegexp: true }))).toMatch(
      /^Error: This is not a valid regular expression: .*group/i,
    )
    expect(await after(50, analysis.filter({ ...all, text: '.', isRegexp: true }))).toEqual(new Float64Array([]))
    // The timer of the answered expression was cleared.
    expect(await after(5000, analysis.filter(all))).toEqual(new Float64Array([]))
  })

  test('a newer question replaces an older one of the same kind only', async () => {
    const { start, workers } = startWorkers()
    const analysis = createAnalysis(start)
    analysis.add(messages(2))
    const asked = [analysis.filter({ ...all, text: '1' }), analysis.summary(), analysis.filter({ ...all, text: '2' })]
    await vi.advanceTimersByTimeAsync(50)
    const answers = await Promise.all(asked)
    expect(answers).toMatchObject([null, { authorsTotal: 1 }, { 0: 2 }])
    // The older one was never sent.
    expect(workers[0]?.posted.filter((command) => 'question' in command)).toHaveLength(2)
  })

  test('drops an answer that arrives after a newer question was asked', async () => {
    const { start } = startWorkers()
    const analysis = createAnalysis(start)
    analysis.add(messages(2))
    const older = analysis.filter({ ...all, text: '1' })
    vi.runAllTimers()
    const newer = analysis.filter({ ...all, text: '2' })
    expect(await older).toBeNull()
    expect(await after(50, newer)).toEqual(new Float64Array([2]))
  })

  test('closing resolves all pending questions to null', async () => {
    const analysis = createAnalysis(startWorkers().start)
    analysis.add(messages(2))
    const open = [analysis.filter(all), analysis.summary()]
    analysis.close()
    expect(await Promise.all(open)).toEqual([null, null])
  })
})

describe('feeding', () => {
  test('posts in batches and yields to the page between them', () => {
    const { start, workers } = startWorkers()
    const analysis = createAnalysis(start)
    // Every call of performance.now() is 3 ms later.
    let clock = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 3))
    analysis.add(messages(10_000))
    const posted = () => added(workers[0]?.posted ?? []).length
    const steps: number[] = []
    while (vi.getTimerCount() > 0) {
      vi.advanceTimersToNextTimer()
      steps.push(posted())
    }
    expect(steps.length).toBeGreaterThan(5)
    expect(Math.max(...steps.map((step, index) => step - (steps[index - 1] ?? 0)))).toBeLessThanOrEqual(2000)
    expect(added(workers[0]?.posted ?? []).map(({ messageId }) => messageId)).toEqual(messages(10_000).map(({ messageId }) => messageId))
    expect(Math.max(...(workers[0]?.posted ?? []).map((command) => added([command]).length))).toBe(500)
  })
})

describe('an expression that never finishes', () => {
  test('is stopped after two seconds, and another worker answers the pending questions', async () => {
    const { start, workers } = startWorkers()
    const analysis = createAnalysis(start)
    analysis.add(messages(1200))
    analysis.remove([7])
    const slow = analysis.filter(endless)
    const settled = slow.catch((error: unknown) => String(error))
    await vi.advanceTimersByTimeAsync(1000)
    const summary = analysis.summary()
    analysis.add(messages(1, 5000))
    await vi.advanceTimersByTimeAsync(900)
    expect(workers.map(({ ended }) => ended)).toEqual([false])
    await vi.advanceTimersByTimeAsync(200)
    expect(await settled).toMatch(/^Error: This expression takes too long/)
    expect(workers.map(({ ended }) => ended)).toEqual([true, false])
    expect(added(workers[1]?.posted ?? [])).toHaveLength(1200)
    expect(await after(50, summary)).toMatchObject({ authors: [{ count: 1200 }] })
    expect(await after(50, analysis.filter({ ...all, text: '5000' }))).toEqual(new Float64Array([5000]))
  })

  test('is not tried again', async () => {
    const { start, workers } = startWorkers()
    const analysis = createAnalysis(start)
    analysis.add(messages(1))
    expect(await after(3000, analysis.filter(endless))).toMatch(/too long/)
    expect(await after(0, analysis.filter(endless))).toMatch(/too long/)
    expect(workers).toHaveLength(2)
  })

  test('late messages of the terminated worker are ignored', async () => {
    const { start, workers } = startWorkers()
    const analysis = createAnalysis(start)
    analysis.add(messages(3))
    await after(3000, analysis.filter(endless))
    workers[0]?.dispatchEvent(new MessageEvent('message', { data: { id: 2, started: true } }))
    workers[0]?.dispatchEvent(new Event('error'))
    expect(await after(3000, analysis.filter(all))).toEqual(new Float64Array([3, 2, 1]))
    expect(workers.map(({ ended }) => ended)).toEqual([true, false])
  })

  test('delays a newer question by no more than two seconds', async () => {
    const { start, workers } = startWorkers()
    const analysis = createAnalysis(start)
    analysis.add(messages(3))
    const slow = analysis.filter(endless)
    await vi.advanceTimersByTimeAsync(500)
    const newer = analysis.filter({ ...all, text: '3' })
    expect(await slow).toBeNull()
    expect(await after(1600, newer)).toEqual(new Float64Array([3]))
    expect(workers).toHaveLength(2)
  })
})

describe('a worker that fails or does not load', () => {
  test('rejects pending questions, and the next question starts another worker with all messages', async () => {
    const { start, workers } = startWorkers()
    const analysis = createAnalysis(start)
    analysis.add(messages(3))
    const open = after(0, analysis.filter(endless))
    await vi.advanceTimersByTimeAsync(10)
    workers[0]?.dispatchEvent(new Event('error'))
    expect(await open).toMatch(/^Error: The loaded messages could not be searched/)
    await vi.advanceTimersByTimeAsync(5000)
    expect(workers.map(({ ended }) => ended)).toEqual([true])
    expect(await after(50, analysis.filter(all))).toEqual(new Float64Array([3, 2, 1]))
    expect(workers).toHaveLength(2)
  })

  test('a closed analysis starts no worker until messages are added', async () => {
    const { start, workers } = startWorkers()
    const analysis = createAnalysis(start)
    analysis.add(messages(3))
    const open = analysis.filter(endless)
    await vi.advanceTimersByTimeAsync(10)
    analysis.close()
    expect(await open).toBeNull()
    await vi.advanceTimersByTimeAsync(5000)
    expect(workers.map(({ ended }) => ended)).toEqual([true])
    expect(vi.getTimerCount()).toBe(0)
    analysis.add(messages(2, 10))
    expect(await after(50, analysis.filter(all))).toEqual(new Float64Array([11, 10]))
  })
})
