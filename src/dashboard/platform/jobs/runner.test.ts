// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import { setSession } from '#dashboard/platform/session/session.ts'
import { signedIn } from '#dashboard/platform/session/test-signed-in.ts'
import { isHeld, jobs, Paused, type Job, type Receipt, type JobContext } from './job.ts'
import { removeJob } from './journal.ts'
import { resumeJobs, pauseJob, resumeJob, runHere, startJob, stopJob, undoJob } from './runner.ts'

/** The journal, without a browser's database: happy-dom has none. What changes waits while `open` is pending. */
const disk = vi.hoisted(() => ({ kept: new Map<string, unknown>(), open: Promise.resolve(), error: null as Error | null }))

vi.mock('#dashboard/platform/jobs/browser-db.ts', () => ({
  browserStore: () => ({
    get: (key: unknown) => Promise.resolve(disk.kept.get(JSON.stringify(key))),
    set: (key: unknown, value: unknown) =>
      disk.error ? Promise.reject(disk.error) : Promise.resolve(void disk.kept.set(JSON.stringify(key), value)),
    remove: (key: unknown) => Promise.resolve(disk.kept.delete(JSON.stringify(key))),
    change: async (key: unknown, next: (value: unknown) => unknown) => {
      await disk.open
      const value = next(disk.kept.get(JSON.stringify(key)))
      disk.kept.set(JSON.stringify(key), value)
      return value
    },
    within: (prefix: unknown[]) => {
      if (disk.error) return Promise.reject(disk.error)
      const start = JSON.stringify(prefix).slice(0, -1)
      return Promise.resolve([...disk.kept].flatMap(([key, value]) => (key.startsWith(start) && value ? [{ key, value }] : [])))
    },
  }),
}))

/** Changes of the journal wait until what this returns is called. */
function closeDisk(): () => void {
  let open = () => {}
  disk.open = new Promise((resolve) => (open = resolve))
  return open
}

/** Runs of the one kind of work these tests know, in their order; each goes as the test says. */
let runs: { running: JobContext<unknown, unknown>; end: () => void; fail: (error: Error) => void }[] = []

const kind = {
  run: (running: JobContext<unknown, unknown>) =>
    new Promise<Receipt>((resolve, reject) => {
      runs.push({ running, end: () => resolve({ title: 'Done', figures: [] }), fail: reject })
    }),
}

beforeEach(async () => {
  runs = []
  setSession({ session: signedIn })
  await resumeJobs(7, { cleaning: () => Promise.resolve(kind) })
})

const job = (id: string) => jobs.get().find((one) => one.id === id)
const begin = (holdFor = 0) =>
  startJob({ kind: 'cleaning', title: 'Cleaning', place: 'Lobby', chatId: 1, total: 3, input: [1, 2, 3], holdFor })
const soon = { interval: 5 }
const nthRun = (count: number) => vi.waitUntil(() => runs[count - 1], soon)
const reaches = (id: string, phase: Job['phase']) => vi.waitUntil(() => job(id)?.phase === phase, soon)

test('runs from the journal to its receipt', async () => {
  const id = await begin()
  const run = await nthRun(1)
  expect(run.running.input).toEqual([1, 2, 3])
  run.end()
  await reaches(id, 'ended')
  expect(job(id)?.receipt?.title).toBe('Done')
})

test('can be undone before it starts, and not after', async () => {
  const held = await begin(60_000)
  expect(isHeld(job(held)!)).toBe(true)
  expect(await undoJob(held)).toBe(true)
  expect(job(held)).toBeUndefined()
  const id = await begin()
  const run = await nthRun(1)
  expect(await undoJob(id)).toBe(false)
  run.end()
  await reaches(id, 'ended')
})

test('Pause and Stop take effect before they are stored', async () => {
  const id = await begin()
  const { running, end } = await nthRun(1)
  const openDisk = closeDisk()
  void pauseJob(id)
  await expect(running.pausePoint()).rejects.toThrow(Paused)
  void stopJob(id)
  expect(running.signal.aborted).toBe(true)
  openDisk()
  end()
  await reaches(id, 'ended')
})

test('a paused job resumes from what it saved', async () => {
  const id = await begin()
  const first = await nthRun(1)
  await first.running.save('two of three')
  await pauseJob(id)
  first.fail(new Paused())
  await reaches(id, 'paused')
  await resumeJob(id)
  const second = await nthRun(2)
  expect(second.running.state).toBe('two of three')
  await expect(second.running.pausePoint()).resolves.toBeUndefined()
  second.end()
  await reaches(id, 'ended')
})

test.each([
  ['goes on', resumeJob, false],
  ['stops', stopJob, true],
] as const)('%s when that is asked for while the last request before a pause is under way', async (_what, ask, stopped) => {
  const id = await begin()
  const first = await nthRun(1)
  await pauseJob(id)
  await ask(id)
  first.fail(new Paused())
  const second = await nthRun(2)
  expect(second.running.signal.aborted).toBe(stopped)
  second.end()
  await reaches(id, 'ended')
})

test('a request that comes as a job ends does not restart it', async () => {
  const id = await begin()
  const { end } = await nthRun(1)
  const openDisk = closeDisk()
  end()
  await Promise.resolve()
  const asked = [pauseJob(id), stopJob(id)]
  openDisk()
  await Promise.all(asked)
  await reaches(id, 'ended')
  const next = await begin()
  ;(await nthRun(2)).end()
  await reaches(next, 'ended')
  expect(runs.map(({ running }) => running.jobId)).toEqual([id, next])
})

test('after an error it says why, and resumes when the connection is back', async () => {
  const id = await begin()
  const first = await nthRun(1)
  first.fail(new Failure('unreachable'))
  await reaches(id, 'waiting')
  expect(job(id)?.trouble).toBe('The service is not responding')
  dispatchEvent(new Event('online'))
  const second = await nthRun(2)
  expect(job(id)?.trouble).toBe('')
  second.end()
  await reaches(id, 'ended')
})

test('a failed job of this page ends with a receipt that says so', async () => {
  await runHere({ kind: 'loading', title: 'Loading', place: 'Lobby', chatId: 1, total: 0 }, () =>
    Promise.reject(new Failure('unreachable')),
  )
  const failed = jobs.get().find(({ kind }) => kind === 'loading')
  expect(failed?.phase).toBe('ended')
  expect(failed?.receipt?.title).toContain('not finished')
  expect(failed?.receipt?.figures).toMatchObject([{ value: 1, odd: true }])
})

test('a reload loads the code of jobs until the last job of the journal is gone', async () => {
  for (const { id } of jobs.get()) await removeJob(id, () => true)
  const hasFlag = () => Object.keys(localStorage).some((key) => key.startsWith('roomkeeper-has-jobs:'))
  const [first, second] = [await begin(60_000), await begin(60_000)]
  expect(await undoJob(first)).toBe(true)
  expect(hasFlag()).toBe(true)
  // Work of this page ends with it, so a reload would not find it.
  await runHere({ kind: 'loading', title: 'Loading', place: 'Lobby', chatId: 1, total: 0 }, () =>
    Promise.reject(new Failure('unreachable')),
  )
  expect(await undoJob(second)).toBe(true)
  expect(new Set(jobs.get().map(({ kind }) => kind))).toEqual(new Set(['loading']))
  expect(hasFlag()).toBe(false)
})

test('a job is refused where the browser cannot store data, and accepted once it can', async () => {
  vi.resetModules()
  const fresh = await import('./runner.ts')
  disk.error = new Error('The disk is full')
  const start = () =>
    fresh.startJob({ kind: 'cleaning', title: 'Cleaning', place: 'Lobby', chatId: 1, total: 3, input: [], holdFor: 60_000 })
  const early = start().catch((error: Error) => error.message)
  await expect(fresh.resumeJobs(8, {})).rejects.toThrow('The disk is full')
  expect(await early).toBe('The disk is full')
  disk.error = null
  ;(await import('#dashboard/platform/session/session.ts')).setSession({ session: signedIn })
  const id = await start()
  expect(disk.kept.get(JSON.stringify([8, 'job', id]))).toMatchObject({ phase: 'waiting', total: 3 })
})

test('what the gateway carries out stays in the list when the journal is opened after it was read', async () => {
  const id = await begin(60_000)
  const ofGateway: Job = { ...job(id)!, id: 'gateway', isOfGateway: true, phase: 'ended' }
  vi.resetModules()
  const fresh = await import('./runner.ts')
  const freshList = (await import('./job.ts')).jobs
  freshList.set([ofGateway])
  await fresh.resumeJobs(9, {})
  expect(freshList.get().map((one) => one.id)).toEqual(['gateway'])
})
