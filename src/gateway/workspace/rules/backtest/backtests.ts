import type { Worker } from 'node:worker_threads'
import type { BacktestLine } from '#contract/workspace/rules.ts'
import { backtestsBusy } from '../../../refusals.ts'

/** Runs backtests in threads of their own, and streams their lines to the client. */

const maxRunning = 2
const maxRunMs = 5 * 60_000

interface Run {
  /** Ends the run with a last line. */
  stop: (reason: string) => void
}

interface RunRequest {
  /** Identifies the person: a newer run of the same person replaces the older one. */
  person: string
  /** @param stop the thread ends once its first element is 1 */
  start: (stop: Int32Array) => Worker
  /** Awaited with the last line, before it is sent. */
  before: (line: BacktestLine) => Promise<void>
  onError: (error: unknown) => void
}

export function createBacktests() {
  const running = new Map<string, Run>()

  return {
    /** Throws a Refusal if the maximum number of backtests is running. */
    answer: ({ person, start, before, onError }: RunRequest): Response => {
      running.get(person)?.stop('You started a newer backtest.')
      if (running.size >= maxRunning) throw backtestsBusy()
      const encoder = new TextEncoder()
      const stop = new Int32Array(new SharedArrayBuffer(4))
      const thread = start(stop)
      let read = 0
      let isOver = false
      let hasLast = false
      const run: Run = { stop: () => {} }
      running.set(person, run)

      const end = () => {
        isOver = true
        clearTimeout(timer)
        if (running.get(person) === run) running.delete(person)
        // Not `terminate`: libsql aborts the process where its thread is ended in the middle of a call.
        Atomics.store(stop, 0, 1)
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
            if (isOver || hasLast) return
            if (line.kind === 'progress') {
              ;({ read } = line)
              send(line)
            } else {
              hasLast = true
              before(line).then(() => last(line), fail)
            }
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
