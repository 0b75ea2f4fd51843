import { parentPort, workerData } from 'node:worker_threads'
import { createMatchingHost } from './rules/matching/matching-host.ts'
import type { MatchingRequest, ThreadAnswer, ThreadData } from './rules/matching/matching-thread.ts'

/** The thread of the rules: what people store, and what guests write, decides how much there is to compare. */

const { atWork } = workerData as ThreadData
const { answer } = createMatchingHost((index) => {
  atWork[0] = index
})

parentPort?.on('message', (request: MatchingRequest) => {
  parentPort?.postMessage(attempt(request))
})

function attempt(request: MatchingRequest): ThreadAnswer {
  try {
    return { answer: answer(request) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
