import type { Worker } from 'node:worker_threads'
import type { BacktestLine } from '#contract/workspace/rules.ts'
import { backtestsBusy } from '../../../refusals.ts'

/** The backtests that run in this process, each in a thread of its own, and their answers line by line. */

const maxRunning = 2
const maxRunMs = 5 * 60_000

interface Run {
  /** Ends it with a last line. */
  stop: (why: string) => void
}

interface Order {
  /** Whoever asks: a newer one of the same person replaces the older one. */
  person: string
  start: () => Worker
  /** What follows from a line, before it is sent. */
  before: (line: BacktestLine) => Promise<void>
  onError: (error: unknown) => void
}

export function createBacktests() {
  const running = new Map<string, Run>()

  return {
    /** Throws a Refusal where others run as many as are possible. */
    answer: ({ person, start, before, onError }: Order): Response => {
      running.get(person)?.stop('A newer backtest of yours took its place.')
      if (running.size >= maxRunning) throw backtestsBusy()
      const encoder = new TextEncoder()
      const thread = start()
      let read = 0
      let isOver = false
      const run: Run = { stop: () => {} }
      running.set(person, run)

      const end = () => {
        isOver = true
        clearTimeout(timer)
        if (running.get(person) === run) running.delete(person)
        void thread.terminate()
      }
      const timer = setTimeout(() => run.stop('It took longer than five minutes. Choose a shorter period or fewer chats.'), maxRunMs)

      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          const send = (line: BacktestLine) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
          const last = (line: BacktestLine) => {
            if (isOver) return
            end()
            send(line)
            controller.close()
          }
          const fail = (error: unknown) => {
            if (!isOver) onError(error)
            last({ kind: 'failed', message: 'The backtest ended unexpectedly.', read })
          }
          run.stop = (message) => last({ kind: 'failed', message, read })
          thread.on('message', (line: BacktestLine) => {
            if (isOver) return
            if (line.kind === 'progress') {
              ;({ read } = line)
              send(line)
            } else before(line).then(() => last(line), fail)
          })
          thread.on('error', fail)
          thread.on('exit', (code) => {
            if (code !== 0) fail(new Error(`The thread of a backtest ended with ${code}`))
          })
        },
        // The client closed the connection.
        cancel: end,
      })
      return new Response(body, { headers: { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' } })
    },
  }
}
