import { Worker } from 'node:worker_threads'
import type { BacktestJob } from './job.ts'

/** A rule that matches everything in a huge archive ends its thread, and not the gateway. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** @param file the thread; from the sources it runs with the loader that they need */
export function startThread(file: string, workerData: BacktestJob): Worker {
  // What Node was started with is meant for the gateway.
  const options = { workerData, resourceLimits, execArgv: [] }
  if (!file.endsWith('.ts')) return new Worker(file, options)
  const load = `import('tsx/esm/api').then((tsx) => (tsx.register(), import(${JSON.stringify(file)})))`
  return new Worker(load, { ...options, eval: true })
}
