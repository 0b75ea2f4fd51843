import type { Worker } from 'node:worker_threads'
import type { BacktestLine } from '#contract/gateway/rules.ts'
import { Refusal } from '#http/refusal.ts'
import { backtestsBusy } from '#gateway/refusals.ts'

/**
 * Runs backtests in threads of their own, and streams their lines to the client. Each account runs one at a time, and what else it asked for waits behind
 * the first of every other account, so that none keeps the others waiting. The queue is the process's: whoever waits keeps a connection to it.
 */

const maxRunning = 2
/** What waits holds its rule and word lists in memory. */
const maxWaiting = 20
const maxWaitingOfAccount = 3
const maxWaitMs = 10 * 60_000
const maxRunMs = 5 * 60_000
/** A proxy closes a connection that is silent for a minute, and whoever signed out or was removed has left by then. */
const repeatMs = 20_000

interface Run {
  account: string
  person: string
  begin: () => void
  /** Says where it is in the queue, from 1. */
  tell: (place: number) => void
  /** Ends it with a last line. */
  stop: (reason: string) => void
}

interface RunRequest {
  account: string
  /** Identifies the person: a newer run of the same person replaces the older one. */
  person: string
  /** Why the person may no longer run it; null: they may. */
  lostRight: () => Promise<string | null>
  /** @param stop the thread ends once its first element is 1 */
  start: (stop: Int32Array) => Worker
  /** Awaited with the last line, before it is sent. */
  before: (line: BacktestLine) => Promise<void>
  onError: (error: unknown) => void
}

export function createBacktests() {
  const running = new Set<Run>()
  const waiting = new Set<Run>()

  /** Begins those whose turn it is, and tells the others where they are. */
  function advance() {
    for (const run of waiting) {
      if (running.size >= maxRunning) break
      if ([...running].some(({ account }) => account === run.account)) continue
      waiting.delete(run)
      running.add(run)
      // Those of the same account go to the end.
      for (const other of [...waiting].filter(({ account }) => account === run.account)) {
        waiting.delete(other)
        waiting.add(other)
      }
      run.begin()
    }
    ;[...waiting].forEach((run, index) => run.tell(index + 1))
  }

  return {
    /** Throws a Refusal if too many wait. */
    answer: ({ account, person, lostRight, start, before, onError }: RunRequest): Response => {
      for (const older of [...running, ...waiting]) if (older.person === person) older.stop('You started a newer backtest.')
      const ofAccount = [...waiting].filter((run) => run.account === account).length
      if (waiting.size >= maxWaiting || ofAccount >= maxWaitingOfAccount) throw backtestsBusy()
      const encoder = new TextEncoder()
      const stop = new Int32Array(new SharedArrayBuffer(4))
      let read = 0
      let told = 0
      /** `closing`: its last line is known, and not yet sent. */
      let state: 'open' | 'closing' | 'over' = 'open'
      let timer: NodeJS.Timeout
      let repeating: NodeJS.Timeout
      let run: Run

      const end = () => {
        state = 'over'
        clearTimeout(timer)
        clearInterval(repeating)
        running.delete(run)
        waiting.delete(run)
        // Not `terminate`: libsql aborts the process where its thread is ended in the middle of a call.
        Atomics.store(stop, 0, 1)
        advance()
      }

      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          const send = (line: BacktestLine) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
          const last = (line: BacktestLine) => {
            if (state === 'over') return
            send(line)
            controller.close()
            end()
          }
          const fail = (error: unknown) => {
            // The right was lost, or the rule changed, before its result was stored.
            if (error instanceof Refusal) return last({ kind: 'failed', message: error.message, read })
            if (state !== 'over') onError(error)
            last({ kind: 'failed', message: 'The backtest ended unexpectedly.', read })
          }
          /** Resolves to whether it goes on. */
          const stopIfLost = async () => {
            const reason = await lostRight()
            if (reason !== null) run.stop(reason)
            return reason === null
          }
          const finish = async (line: BacktestLine) => {
            if (!(await stopIfLost())) return
            await before(line)
            last(line)
          }
          const runThread = () => {
            timer = setTimeout(() => run.stop('It took longer than five minutes. Choose a shorter period or fewer chats.'), maxRunMs)
            const thread = start(stop)
            thread.on('message', (line: BacktestLine) => {
              if (state !== 'open') return
              if (line.kind === 'progress') {
                ;({ read } = line)
                send(line)
              } else {
                state = 'closing'
                finish(line).catch(fail)
              }
            })
            thread.on('error', fail)
            thread.on('exit', (code) => {
              if (code !== 0) fail(new Error(`The thread of a backtest ended with ${code}`))
            })
          }
          run = {
            account,
            person,
            begin: () => {
              clearTimeout(timer)
              stopIfLost().then((goesOn) => goesOn && state === 'open' && runThread(), fail)
            },
            tell: (place) => {
              if (place !== told) send({ kind: 'waiting', place })
              told = place
            },
            stop: (message) => last({ kind: 'failed', message, read }),
          }
          const repeat = async () => {
            const place = [...waiting].indexOf(run) + 1
            told = 0
            if (place > 0) run.tell(place)
            await stopIfLost()
          }
          timer = setTimeout(() => run.stop('Other backtests took longer than ten minutes. Try again later.'), maxWaitMs)
          repeating = setInterval(() => void repeat().catch(fail), repeatMs)
          waiting.add(run)
          advance()
        },
        // The client closed the connection.
        cancel: end,
      })
      return new Response(body, { headers: { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' } })
    },

    /** Ends all of them: the process is about to end. */
    stop: () => {
      for (const run of [...waiting, ...running]) run.stop('Roomkeeper was restarted. Run it again.')
    },
  }
}
