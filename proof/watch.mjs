// @ts-check
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into a measured process before its program (`node --expose-gc --import`): answers each message of the process that started it with what it
 * used since the last one. Everything in bytes and milliseconds.
 * @typedef {{ heap: number, resident: number, mostResident: number, longestBlock: number }} Sample
 */

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

// Whoever measures may be killed: nothing must stay behind.
process.on('disconnect', () => process.exit(1))
process.on('message', (collect) => {
  const longestBlock = delay.max / 1e6
  // A collection asked for here would count as a standstill of the product.
  if (collect) globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  /** @type {Sample} */
  const sample = { heap: heapUsed, resident: rss, mostResident: process.resourceUsage().maxRSS * 1024, longestBlock }
  process.send?.(sample)
  setImmediate(() => delay.reset())
})
