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

// Whoever measures may be killed: nothing must stay behind.
process.on('disconnect', () => process.exit(1))
process.on('message', (collect) => {
  const maxBlockMs = delay.max / 1e6
  // A collection asked for here would count as a standstill of the product.
  if (collect) globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  /** @type {Sample} */
  const sample = { heapBytes: heapUsed, residentBytes: rss, maxResidentBytes: maxResidentBytes(), maxBlockMs }
  process.send?.(sample)
  setImmediate(() => delay.reset())
})

/** Not `maxRSS`: it begins with what the process held that started this one. */
function maxResidentBytes() {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
