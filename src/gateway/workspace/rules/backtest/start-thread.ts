import { Worker } from 'node:worker_threads'
import type { BacktestJob } from './job.ts'

/** So that a rule that matches everything in a huge archive ends its thread, and not the gateway. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** @param file the thread; from the sources it runs with the loader that they need */
export const startThread = (file: string, workerData: BacktestJob): Worker =>
  file.endsWith('.ts')
    ? new Worker(`import('tsx/esm/api').then((tsx) => (tsx.register(), import(${JSON.stringify(file)})))`, {
        workerData,
        resourceLimits,
        eval: true,
      })
    : new Worker(file, { workerData, resourceLimits })
