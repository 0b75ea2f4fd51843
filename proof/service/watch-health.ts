import { Worker } from 'node:worker_threads'

/** Runs in its own thread, which the load does not block. `slowest` resolves to the longest wait in milliseconds since its last call. */
export function watchHealth(address: string) {
  const worker = new Worker(new URL('watch-health.mjs', import.meta.url), { workerData: address })
  const slowest = () =>
    new Promise<number>((resolve) => {
      worker.once('message', resolve)
      worker.postMessage('slowest')
    })
  return { slowest, stop: () => worker.terminate() }
}
