import { Worker } from 'node:worker_threads'
import type { BacktestJob } from './backtest/remote-source.ts'
import type { ThreadData } from './matching/matching-thread.ts'

/** A thread that exhausts its memory ends alone, not the gateway. In MB. */
const memoryOfBacktest = 512
const memoryOfRules = 256

/** @param file the module of the thread; a TypeScript source is run with tsx */
export const startBacktestThread = (file: string, job: BacktestJob): Worker => startThread(file, job, memoryOfBacktest)
export const startRulesThread = (file: string, data: ThreadData): Worker => startThread(file, data, memoryOfRules)

function startThread(file: string, workerData: object, maxOldGenerationSizeMb: number): Worker {
  // The Node options of the gateway are not inherited.
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb }, execArgv: [] }
  if (!file.endsWith('.ts')) return new Worker(file, options)
  const load = `import('tsx/esm/api').then((tsx) => (tsx.register(), import(${JSON.stringify(file)})))`
  return new Worker(load, { ...options, eval: true })
}
