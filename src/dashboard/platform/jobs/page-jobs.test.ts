// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { jobs, type Receipt } from './job.ts'
import { changeJob, runHere } from './page-jobs.ts'

const loading = { kind: 'loading', title: 'Loading', place: 'Lobby', chatId: 1 }
const shown = () => jobs.get()[0]!
type Running = Parameters<Parameters<typeof runHere>[1]>[0]

/** Starts a job that goes on until `end` is called. */
function begin() {
  let running: Running | undefined
  let end = (_receipt: Receipt) => {}
  const ended = runHere(loading, (given) => {
    running = given
    return new Promise((resolve) => (end = resolve))
  })
  return { running: running!, end: () => end({ title: 'Loaded', figures: [] }), ended }
}

beforeEach(() => jobs.set([]))

test('a job of this page waits while it is paused, and ends with its receipt', async () => {
  const { running, end, ended } = begin()
  running.progress(3)
  expect(shown()).toMatchObject({ phase: 'running', done: 3, total: 0, trouble: '' })
  running.onHeld(new Failure('unreachable'))
  expect(shown().trouble).not.toBe('')
  running.progress(4)
  expect(shown().trouble).toBe('')
  await changeJob(shown().id, 'pause')
  let isThrough = false
  const waiting = running.pausePoint().then(() => (isThrough = true))
  await Promise.resolve()
  expect([shown().phase, isThrough]).toEqual(['paused', false])
  await changeJob(shown().id, 'resume')
  await waiting
  end()
  await ended
  expect(shown()).toMatchObject({ phase: 'ended', receipt: { title: 'Loaded' } })
  await changeJob(shown().id, 'dismiss')
  expect(jobs.get()).toEqual([])
})

test('one that is stopped while it is paused sends nothing more', async () => {
  const { running, end, ended } = begin()
  await changeJob(shown().id, 'pause')
  const waiting = running.pausePoint()
  await changeJob(shown().id, 'stop')
  await waiting
  expect(running.signal.aborted).toBe(true)
  end()
  await ended
  expect(await changeJob(shown().id, 'undo')).toBe(false)
})

test('one that failed ends with a receipt that says so', async () => {
  await runHere(loading, () => Promise.reject(new Failure('unreachable')))
  expect(shown().phase).toBe('ended')
  expect(shown().receipt?.title).toContain('not finished')
  expect(shown().receipt?.figures).toMatchObject([{ value: 1, odd: true }])
})
