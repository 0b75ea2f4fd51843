// @ts-check
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into a measured process before its program (`node --expose-gc --import`): answers each message of the process that started it with what it
 * used since the last one. Everything in bytes and milliseconds.
 * @typedef {{ heapBytes: number, residentBytes: number, maxResidentBytes: number, maxBlockMs: number }} Sample
 */

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

// The measuring process may be killed; this one must not outlive it.
process.on('disconnect', () => process.exit(1))
process.on('message', (collect) => {
  const maxBlockMs = delay.max / 1e6
  // Collecting garbage first would count as a blocked event loop.
  if (collect) globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  /** @type {Sample} */
  const sample = { heapBytes: heapUsed, residentBytes: rss, maxResidentBytes: maxResidentBytes(), maxBlockMs }
  process.send?.(sample)
  setImmediate(() => delay.reset())
})

/** Not `maxRSS`, which includes the memory of the parent process at the fork. */
function maxResidentBytes() {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
