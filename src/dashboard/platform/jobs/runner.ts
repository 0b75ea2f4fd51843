import { Failure } from '#contract/client.ts'
import { runJob } from '#dashboard/platform/api/actions.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { isHeld, jobs, needJobs, Paused, prepareJobs, type Job, type JobKinds, type Receipt, type Running } from './job.ts'
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
import { createRate } from './rate.ts'

/**
 * Runs long work one piece at a time in one tab of the browser (a web lock), from the journal: when the tab goes away, the next tab that holds the
 * lock goes on where it stopped. A pause is an interruption on purpose, so a resumed job and a reloaded one take the same way.
 */

/** How long work that met trouble waits before it tries by itself, in milliseconds. */
const tryAgainAfter = 10_000

export interface NewJob<Input> extends Pick<Job, 'kind' | 'title' | 'place' | 'chatId' | 'total'> {
  input: Input
  /** Milliseconds during which it can still be undone. */
  holdFor?: number
}

let onReceipt: (account: number, job: Job) => unknown = () => {}
/** What runs in this tab, and how to make it stop. */
const here = new Map<string, AbortController>()
let isWorking = false
/** Something changed since the journal was looked at. */
let isAsked = false
const sleepers = new Set<() => void>()

/** Until somebody asks for work, or the time in milliseconds is over. */
const sleep = (time?: number) =>
  new Promise<void>((go) => {
    sleepers.add(go)
    if (time !== undefined) setTimeout(go, time)
  })

/**
 * Takes up what this account left in the journal. Called when the frame has somebody signed in.
 * @param tell learns of each job that ended, in the one tab that ran it
 */
export async function beginJobs(forAccount: number, known: JobKinds, tell: typeof onReceipt): Promise<void> {
  if (journalOwner() === forAccount) return
  onReceipt = tell
  for (const event of ['online', 'focus']) addEventListener(event, () => void tryNow())
  await openJournal(forAccount, known, (id, job) => {
    if (job?.wish === 'stop') here.get(id)?.abort()
    void work()
  })
  void work()
}

/** Puts long work into the journal; it starts by itself. Rejects where the browser keeps no journal: then nothing is done. */
export async function startJob<Input>({ input, holdFor = 0, ...rest }: NewJob<Input>): Promise<string> {
  prepareJobs()
  const at = Date.now()
  const id = `${at.toString(36)}-${Math.random().toString(36).slice(2, 8)}`
  const notBefore = at + holdFor
  await addJob({ ...rest, id, phase: 'waiting', notBefore, holdFor, wish: 'go', done: 0, trouble: '', at, durable: true }, input)
  void work()
  return id
}

/** Work that lives with this page and needs no journal. It may run beside other work. */
export async function runHere(
  { kind, title, place, chatId, total }: Pick<Job, 'kind' | 'title' | 'place' | 'chatId' | 'total'>,
  run: (running: Pick<Running<unknown, unknown>, 'progress' | 'signal' | 'pausePoint'>) => Promise<Receipt>,
): Promise<void> {
  const at = Date.now()
  const id = `${at.toString(36)}-${kind}`
  const stop = new AbortController()
  here.set(id, stop)
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
  here.delete(id)
  update({ phase: 'ended', endedAt: Date.now(), receipt })
}

export async function pauseJob(id: string) {
  await wish(id, 'pause', (job) => (here.has(id) || job.phase === 'running' ? {} : { phase: 'paused' }))
}

export async function resumeJob(id: string) {
  await wish(id, 'go', (job) => (job.phase === 'paused' ? { phase: 'waiting', notBefore: 0, trouble: '' } : {}))
}

/** From the next request on nothing more is sent; what was sent is looked up for the receipt. */
export async function stopJob(id: string) {
  here.get(id)?.abort()
  await wish(id, 'stop', (job) => (job.phase === 'running' ? {} : { phase: 'waiting', notBefore: 0, trouble: '' }))
}

/** Holds in this tab at once, before the journal has it. Work that ended meanwhile stays ended: nothing is left of it that could go on. */
async function wish(id: string, wanted: Job['wish'], also: (job: Job) => Partial<Job>) {
  const job = shownJob(id)
  if (!job || job.phase === 'ended') return
  showJob({ ...job, wish: wanted, ...(!job.durable && { phase: wanted === 'pause' ? 'paused' : 'running' }) })
  if (job.durable) await changeJob(id, (kept) => (kept.phase === 'ended' ? kept : { ...kept, wish: wanted, ...also(kept) }))
  void work()
}

/** Ends the time to undo. */
export async function startNow(id: string) {
  await changeJob(id, (job) => ({ ...job, notBefore: 0 }))
  void work()
}

/** Takes a job back before anything was sent. Resolves to false when it was too late. */
export const undoJob = (id: string): Promise<boolean> => removeJob(id, isHeld)

/** Takes the receipt of ended work away. */
export async function dismissJob(id: string) {
  if (shownJob(id)?.durable) await removeJob(id, () => true)
  else await forgetJob(id)
}

/** Work that waits for the connection need not wait longer. */
async function tryNow() {
  for (const job of jobs.get()) if (job.phase === 'waiting' && job.trouble) await changeJob(job.id, (kept) => ({ ...kept, notBefore: 0 }))
  void work()
}

/** Looks at the journal now, and works until nothing is left to do. */
async function work(): Promise<void> {
  isAsked = true
  for (const go of sleepers) go()
  sleepers.clear()
  const account = journalOwner()
  if (isWorking || account === 0) return
  isWorking = true
  try {
    // Again where something came after the journal was seen empty: nobody else would begin it.
    while (isAsked) {
      isAsked = false
      // Plain http on another address than localhost has no locks; then every tab works for itself and repeats at most what can be repeated.
      if (navigator.locks) await navigator.locks.request(`roomkeeper-jobs-${account}`, workOff)
      else await workOff()
    }
  } finally {
    isWorking = false
  }
}

async function workOff() {
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
  here.set(id, stop)
  if (started.wish === 'stop') stop.abort()
  const rate = createRate()
  let kept = Date.now()
  try {
    const kind = await kindOf(name)
    if (!kind) throw new TypeError(`There is no work of the kind ${name}`)
    const [input, state] = [await jobInput(id), await jobState(id)]
    const receipt = await runJob(name, id, (send) =>
      kind.run({
        jobId: id,
        send,
        input,
        state,
        save: (next) => saveJobState(id, next),
        progress: (done, total, words) => {
          const job = shownJob(id)
          if (!job) return
          showJob({ ...job, done, total, perSecond: rate(done), ...words })
          // The journal and the other tabs need it less often than the bar here.
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
    const ended = await changeJob(id, (job) => ({ ...job, phase: 'ended', endedAt: Date.now(), receipt }))
    if (ended) onReceipt(journalOwner(), ended)
    await forgetWork(id)
  } catch (error) {
    await changeJob(id, (job) => ({ ...job, ...afterTrouble(error, job.wish) }))
    if (!(error instanceof Paused) && !(error instanceof Failure)) throw error
  } finally {
    here.delete(id)
  }
}

/** What becomes of a job that did not come to its end. */
function afterTrouble(error: unknown, wish: Job['wish']): Partial<Job> {
  // The last request under way may take its time: whoever then asks for something else waits no longer.
  if (error instanceof Paused) return wish === 'pause' ? { phase: 'paused' } : { phase: 'waiting', notBefore: 0 }
  if (!(error instanceof Failure)) return { phase: 'paused', trouble: 'Something in this page went wrong' }
  const pause = Math.max(tryAgainAfter, (error.retryAfter ?? 0) * 1000)
  return { phase: 'waiting', trouble: errorMessage(error).cause, notBefore: Date.now() + pause }
}
