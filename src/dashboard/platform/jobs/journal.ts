import { browserStore, type BrowserKey } from '#dashboard/platform/records/browser-db.ts'
import { forgetJobsFlag, isHeld, jobs, needJobs, type Job, type JobKind, type JobKinds } from './job.ts'

/**
 * The jobs of an account as this browser keeps them, and the list of them that pages show. Every tab reads and writes the same journal and tells the
 * others; a job that lives with one page is in the list alone.
 */

const records = browserStore<Job>('jobs')
const parts = browserStore<unknown>('jobs')
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-jobs')

let account = 0
let kinds: JobKinds = {}
let begin = () => {}
/** Jobs are kept by account: nothing can be kept before it is known whose they are. */
const begun = new Promise<void>((resolve) => (begin = resolve))

/** A job is three entries: the record changes all the time, the input never, the state as often as the work says. */
const keyOf = (part: 'job' | 'input' | 'state', id: string): BrowserKey => [account, part, id]

export const journalOwner = () => account
export const kindOf = async (name: string): Promise<JobKind | undefined> => kinds[name]?.()

/**
 * Opens the journal of an account and shows what is in it.
 * @param onNews called when another tab changed a job, or took it away
 */
export async function openJournal(forAccount: number, known: JobKinds, onNews: (id: string, job: Job | undefined) => void) {
  account = forAccount
  kinds = known
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => void reread(data).then((job) => onNews(data, job)))
  const kept = await records.within([account, 'job'])
  show([...jobs.get().filter((job) => !job.durable), ...kept.map(({ value }) => value)])
  // What can still be undone was not confirmed by anybody who saw this page: the time to undo starts anew.
  for (const { id } of jobs.get().filter(isHeld)) await changeJob(id, (job) => ({ ...job, notBefore: Date.now() + job.holdFor }))
  if (jobs.get().length === 0) forgetJobsFlag()
  begin()
}

async function reread(id: string): Promise<Job | undefined> {
  const job = await records.get(keyOf('job', id))
  if (job) showChanged(job)
  else drop(id)
  return job
}

const show = (list: Job[]) => jobs.set(list.toSorted((one, other) => one.at - other.at))
export const shownJob = (id: string) => jobs.get().find((job) => job.id === id)

/** Shows a job as it is now, in this tab alone. */
export const showJob = (job: Job) => show([...jobs.get().filter(({ id }) => id !== job.id), job])

function showChanged(job: Job) {
  const hasEnded = job.phase === 'ended' && shownJob(job.id)?.phase !== 'ended'
  if (!hasEnded) return showJob(job)
  // What the page has to know first: a receipt beside what it says is gone would look like a lie.
  void kindOf(job.kind)
    .then((kind) => kind?.ended?.(job))
    .finally(() => showJob(job))
}

function drop(id: string) {
  show(jobs.get().filter((job) => job.id !== id))
  if (jobs.get().every((job) => !job.durable)) forgetJobsFlag()
}

/** Waiting or running, in this or another tab. */
export async function unfinishedJobs(): Promise<Job[]> {
  const kept = await records.within([account, 'job'])
  return kept.map(({ value }) => value).filter(({ phase }) => phase === 'waiting' || phase === 'running')
}

/** Changes a job in one step, also against other tabs, and tells them. Resolves to undefined when it is gone. */
export async function changeJob(id: string, next: (job: Job) => Job): Promise<Job | undefined> {
  const job = await records.change(keyOf('job', id), (kept) => kept && next(kept))
  if (job) showChanged(job)
  channel?.postMessage(id)
  return job
}

/** Rejects where the browser keeps nothing: then there is no job. */
export async function addJob(job: Job, input: unknown): Promise<void> {
  await begun
  await parts.set(keyOf('input', job.id), input)
  await records.set(keyOf('job', job.id), job)
  needJobs()
  showChanged(job)
  channel?.postMessage(job.id)
}

export const jobInput = async <Input>(id: string) => (await parts.get(keyOf('input', id))) as Input | undefined
export const jobState = (id: string) => parts.get(keyOf('state', id))
export const saveJobState = (id: string, state: unknown) => parts.set(keyOf('state', id), state)

/** What only the work itself needs. */
export const forgetWork = (id: string) => Promise.all([parts.remove(keyOf('input', id)), parts.remove(keyOf('state', id))])

/** Takes a job out where `may` says so of what is kept at that moment. Resolves to whether it was. */
export async function removeJob(id: string, may: (job: Job) => boolean): Promise<boolean> {
  let removed = false
  await records.change(keyOf('job', id), (job) => {
    removed = job !== undefined && may(job)
    return removed ? undefined : job
  })
  if (removed) await forgetJob(id)
  return removed
}

/** Takes a job away that the journal does not hold any more, or never held. */
export async function forgetJob(id: string): Promise<void> {
  drop(id)
  channel?.postMessage(id)
  await forgetWork(id)
}
