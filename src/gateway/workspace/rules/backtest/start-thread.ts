import { Worker } from 'node:worker_threads'
import type { BacktestJob } from './job.ts'

/** A rule that matches everything in a huge archive may exhaust the memory of its thread, but not of the gateway. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** @param file the module of the thread; a TypeScript source is run with tsx */
export function startThread(file: string, workerData: BacktestJob): Worker {
  // The Node options of the gateway are not inherited.
  const options = { workerData, resourceLimits, execArgv: [] }
  if (!file.endsWith('.ts')) return new Worker(file, options)
  const load = `import('tsx/esm/api').then((tsx) => (tsx.register(), import(${JSON.stringify(file)})))`
  return new Worker(load, { ...options, eval: true })
}
