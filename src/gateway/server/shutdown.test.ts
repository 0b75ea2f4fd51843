import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shutDown, shutdownTimeoutMs } from './serve.ts'

const log = pino({ level: 'silent' })
/** Longer than all steps together. Not all timers: those of other files that this worker ran may go on without an end. */
const longMs = 60_000
const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Milliseconds until the shutdown is over, and the steps that were begun by then. */
async function measure(steps: (() => Promise<unknown>)[]): Promise<{ ms: number; begun: number[] }> {
  const begun: number[] = []
  const startedAt = Date.now()
  const stopped = shutDown(
    steps.map((step, index) => () => {
      begun.push(index)
      return step()
    }),
    log,
  ).then(() => ({ ms: Date.now() - startedAt, begun: [...begun] }))
  await vi.advanceTimersByTimeAsync(longMs)
  return stopped
}

test('the steps run one after another', async () => {
  const warned = vi.spyOn(log, 'warn')
  expect(await measure([lasting(2000), lasting(500)])).toEqual({ ms: 2500, begun: [0, 1] })
  // Nor later: the deadline is over with them.
  expect(warned).not.toHaveBeenCalled()
})

test('steps that each end in time but together do not are cut off at one deadline, below ten seconds', async () => {
  expect(await measure([lasting(9000), lasting(7000), lasting(7000)])).toEqual({ ms: shutdownTimeoutMs, begun: [0, 1] })
  expect(shutdownTimeoutMs).toBeLessThan(10_000)
})

test('a step that never ends does not keep the process', async () => {
  expect(await measure([() => new Promise(() => {})])).toEqual({ ms: shutdownTimeoutMs, begun: [0] })
})

test('a step that fails does not keep the next from running', async () => {
  expect(await measure([() => Promise.reject(new Error('no answer')), lasting(10)])).toEqual({ ms: 10, begun: [0, 1] })
})
