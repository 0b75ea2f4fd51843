import { Failure } from '#contract/client.ts'
import { runJob } from '#dashboard/platform/api/actions.ts'
import { withCause } from '#dashboard/platform/session/with-cause.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { isHeld, jobs, needJobs, Paused, prepareJobs, type Job, type JobKinds, type Receipt, type JobContext } from './job.ts'
import {
  addJob,
  changeJob,
  forgetJob,
  forgetWork,
  jobInput,
  jobState,
  journalOwner,
  kindOf,
  openJournal,
  removeJob,
  saveJobState,
  showJob,
  shownJob,
  unfinishedJobs,
} from './journal.ts'
import { changeGatewayJob } from './gateway-jobs.ts'
import { createRate } from './rate.ts'

/**
 * Runs jobs one at a time in one tab of the browser (a web lock), from the journal: when the tab is closed, the next tab that gets the lock continues
 * where it stopped. A pause is an intentional interruption, so a resumed job and a reloaded one take the same path.
 */

/** How long a job waits after an error before it is retried automatically. */
const retryAfterMs = 10_000

export interface NewJob<Input> extends Pick<Job, 'kind' | 'title' | 'place' | 'chatId' | 'total'> {
  input: Input
  /** How long it can still be undone, in milliseconds. */
  holdFor?: number
}

/** The jobs running in this tab, with what stops them. */
const running = new Map<string, AbortController>()
let isRunning = false
/** Something changed since the journal was read. */
let isRequested = false
const sleepers = new Set<() => void>()

/** Until something changes, or the time in milliseconds is over. */
const sleep = (time?: number) =>
  new Promise<void>((go) => {
    sleepers.add(go)
    if (time !== undefined) setTimeout(go, time)
  })

/** Resumes the jobs of this account in the journal. Called when an account is signed in. */
export async function resumeJobs(forAccount: number, known: JobKinds): Promise<void> {
  if (journalOwner() === forAccount) return
  for (const event of ['online', 'focus']) addEventListener(event, () => void retryNow())
  await openJournal(forAccount, known, (id, job) => {
    if (job?.wish === 'stop') running.get(id)?.abort()
    void runPending()
  })
  void runPending()
}

/** Puts a job into the journal; it starts by itself. Rejects where the browser keeps no journal: then nothing is done. */
export async function startJob<Input>({ input, holdFor = 0, ...rest }: NewJob<Input>): Promise<string> {
  prepareJobs()
  const at = Date.now()
  const id = `${at.toString(36)}-${Math.random().toString(36).slice(2, 8)}`
  const notBefore = at + holdFor
  await addJob({ ...rest, id, phase: 'waiting', notBefore, holdFor, wish: 'go', done: 0, trouble: '', at, durable: true }, input)
  void runPending()
  return id
}

/** Runs a job that ends with this page and needs no journal. It may run beside other jobs. */
export async function runHere(
  { kind, title, place, chatId, total }: Pick<Job, 'kind' | 'title' | 'place' | 'chatId' | 'total'>,
  run: (running: Pick<JobContext<unknown, unknown>, 'progress' | 'signal' | 'pausePoint'>) => Promise<Receipt>,
): Promise<void> {
  const at = Date.now()
  const id = `${at.toString(36)}-${kind}`
  const stop = new AbortController()
  running.set(id, stop)
  needJobs()
  const update = (part: Partial<Job>) => {
    const before = shownJob(id)
    if (before) showJob({ ...before, ...part })
  }
  const rate = createRate()
  const begun = { phase: 'running', notBefore: at, holdFor: 0, wish: 'go', done: 0, trouble: '', at, durable: false } as const
  showJob({ id, kind, title, place, chatId, total, ...begun })
  const receipt = await run({
    progress: (done, of, words) => update({ done, total: of, perSecond: rate(done), ...words }),
    signal: stop.signal,
    pausePoint: async () => {
      while (shownJob(id)?.wish === 'pause' && !stop.signal.aborted) await sleep()
    },
  }).catch((error: unknown): Receipt => ({
    title: `${title}: not finished. ${errorMessage(error).advice}`,
    figures: [{ label: 'Failed', value: 1, odd: true }],
  }))
  running.delete(id)
  update({ phase: 'ended', endedAt: Date.now(), receipt })
}

export async function pauseJob(id: string) {
  if (shownJob(id)?.isOfGateway) return void (await changeGatewayJob(id, 'pause'))
  await requestChange(id, 'pause', (job) => (running.has(id) || job.phase === 'running' ? {} : { phase: 'paused' }))
}

export async function resumeJob(id: string) {
  if (shownJob(id)?.isOfGateway) return void (await changeGatewayJob(id, 'resume'))
  await requestChange(id, 'go', (job) => (job.phase === 'paused' ? { phase: 'waiting', notBefore: 0, trouble: '' } : {}))
}

/** No further request is sent; what was sent is looked up for the receipt. */
export async function stopJob(id: string) {
  if (shownJob(id)?.isOfGateway) return void (await changeGatewayJob(id, 'stop'))
  running.get(id)?.abort()
  await requestChange(id, 'stop', (job) => (job.phase === 'running' ? {} : { phase: 'waiting', notBefore: 0, trouble: '' }))
}

/** Takes effect in this tab at once, before it is stored. A job that ended meanwhile stays ended: nothing of it is left to run. */
async function requestChange(id: string, wanted: Job['wish'], also: (job: Job) => Partial<Job>) {
  const job = shownJob(id)
  if (!job || job.phase === 'ended') return
  showJob({ ...job, wish: wanted, ...(!job.durable && { phase: wanted === 'pause' ? 'paused' : 'running' }) })
  if (job.durable) await changeJob(id, (kept) => (kept.phase === 'ended' ? kept : { ...kept, wish: wanted, ...also(kept) }))
  void runPending()
}

/** Ends the time to undo. */
export async function startNow(id: string) {
  if (shownJob(id)?.isOfGateway) return void (await changeGatewayJob(id, 'now'))
  await changeJob(id, (job) => ({ ...job, notBefore: 0 }))
  void runPending()
}

/** Removes a job before anything was sent. Resolves to false when it was too late. */
export const undoJob = (id: string): Promise<boolean> => (shownJob(id)?.isOfGateway ? changeGatewayJob(id, 'undo') : removeJob(id, isHeld))

/** Removes the receipt of an ended job. */
export async function dismissJob(id: string) {
  if (shownJob(id)?.isOfGateway) await changeGatewayJob(id, 'dismiss')
  else if (shownJob(id)?.durable) await removeJob(id, () => true)
  else await forgetJob(id)
}

/** Jobs that wait for the connection are retried at once. */
async function retryNow() {
  for (const job of jobs.get()) if (job.phase === 'waiting' && job.trouble) await changeJob(job.id, (kept) => ({ ...kept, notBefore: 0 }))
  void runPending()
}

/** Reads the journal now, and runs jobs until none is left. */
async function runPending(): Promise<void> {
  isRequested = true
  for (const go of sleepers) go()
  sleepers.clear()
  const account = journalOwner()
  if (isRunning || account === 0) return
  isRunning = true
  try {
    // Again where a job came after the journal was read as empty: no one else would start it.
    while (isRequested) {
      isRequested = false
      // Plain http on an address other than localhost has no locks; then every tab runs jobs itself and repeats at most what can be repeated.
      if (navigator.locks) await navigator.locks.request(`roomkeeper-jobs-${account}`, runUntilEmpty)
      else await runUntilEmpty()
    }
  } finally {
    isRunning = false
  }
}

async function runUntilEmpty() {
  for (;;) {
    const open = await unfinishedJobs()
    if (open.length === 0) return
    const next = open.reduce((first, job) => (job.notBefore < first.notBefore ? job : first))
    const wait = next.notBefore - Date.now()
    if (wait <= 0) await runOne(next)
    else await sleep(wait)
  }
}

async function runOne({ id, kind: name }: Job) {
  const started = await changeJob(id, (job) => ({ ...job, phase: 'running', holdFor: 0, trouble: '' }))
  if (!started) return
  const stop = new AbortController()
  running.set(id, stop)
  if (started.wish === 'stop') stop.abort()
  const rate = createRate()
  let kept = Date.now()
  try {
    const kind = await kindOf(name)
    if (!kind) throw new TypeError(`There is no kind of job named ${name}`)
    const [input, state] = [await jobInput(id), await jobState(id)]
    const receipt = await runJob(name, id, (send) =>
      kind.run({
        jobId: id,
        send: withCause(send, { kind: 'job', id, title: started.title }),
        input,
        state,
        save: (next) => saveJobState(id, next),
        progress: (done, total, words) => {
          const job = shownJob(id)
          if (!job) return
          showJob({ ...job, done, total, perSecond: rate(done), ...words })
          // The journal and the other tabs need it less often than the progress bar here.
          const isNews = words?.trouble !== undefined && words.trouble !== job.trouble
          if (!isNews && Date.now() - kept < 1000) return
          kept = Date.now()
          void changeJob(id, (before) => ({ ...before, done, total, ...words }))
        },
        signal: stop.signal,
        pausePoint: async () => {
          if (shownJob(id)?.wish === 'pause') throw new Paused()
        },
      }),
    )
    await changeJob(id, (job) => ({ ...job, phase: 'ended', endedAt: Date.now(), receipt }))
    await forgetWork(id)
  } catch (error) {
    await changeJob(id, (job) => ({ ...job, ...afterError(error, job.wish) }))
    if (!(error instanceof Paused) && !(error instanceof Failure)) throw error
  } finally {
    running.delete(id)
  }
}

/** The state of a job whose run rejected. */
function afterError(error: unknown, wish: Job['wish']): Partial<Job> {
  // The last request in flight may take long: whoever asked for something else meanwhile waits no longer.
  if (error instanceof Paused) return wish === 'pause' ? { phase: 'paused' } : { phase: 'waiting', notBefore: 0 }
  if (!(error instanceof Failure)) return { phase: 'paused', trouble: 'Something went wrong in this page' }
  const pause = Math.max(retryAfterMs, (error.retryAfter ?? 0) * 1000)
  return { phase: 'waiting', trouble: errorMessage(error).cause, notBefore: Date.now() + pause }
}
