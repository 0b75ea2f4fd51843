import { browserStore, type BrowserKey } from '#dashboard/platform/jobs/browser-db.ts'
import { forgetJobsFlag, isHeld, jobs, needJobs, type Job, type JobKind, type JobKinds } from './job.ts'

/**
 * The jobs of an account as this browser stores them, and the list of them that pages show. Every tab reads and writes the same journal and notifies
 * the others; a job that ends with its page is only in the list.
 */

const records = browserStore<Job>('jobs')
const parts = browserStore<unknown>('jobs')
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-jobs')

let account = 0
let kinds: JobKinds = {}
let begin = () => {}
/** Jobs are stored by account: nothing can be stored before the account is known. */
const begun = new Promise<void>((resolve) => (begin = resolve))

/** A job is three entries: the record changes often, the input never, the state as often as the job saves it. */
const keyOf = (part: 'job' | 'input' | 'state', id: string): BrowserKey => [account, part, id]

export const journalOwner = () => account
export const kindOf = async (name: string): Promise<JobKind | undefined> => kinds[name]?.()

/**
 * Opens the journal of an account and shows what is in it.
 * @param onChange called when another tab changed or removed a job
 */
export async function openJournal(forAccount: number, known: JobKinds, onChange: (id: string, job: Job | undefined) => void) {
  account = forAccount
  kinds = known
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => void reread(data).then((job) => onChange(data, job)))
  const reading = records.within([account, 'job'])
  // If the browser cannot store data, addJob() must reject instead of waiting for the journal.
  reading.catch(begin)
  const kept = await reading
  // What is not of this journal stays: jobs of this page, and those of the gateway, which may have been read before.
  show([...jobs.get().filter((job) => !job.durable || job.isOfGateway), ...kept.map(({ value }) => value)])
  // Nobody who sees this page has confirmed a job that can still be undone: its time to undo starts again.
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

/** Shows a job as it is now, in this tab only. */
export const showJob = (job: Job) => show([...jobs.get().filter(({ id }) => id !== job.id), job])

function showChanged(job: Job) {
  const hasEnded = job.phase === 'ended' && shownJob(job.id)?.phase !== 'ended'
  if (!hasEnded) return showJob(job)
  // The page is updated first: a receipt beside messages that it reports as deleted would look wrong.
  void kindOf(job.kind)
    .then((kind) => kind?.ended?.(job))
    .finally(() => showJob(job))
}

function drop(id: string) {
  show(jobs.get().filter((job) => job.id !== id))
  if (jobs.get().every((job) => !job.durable)) forgetJobsFlag()
}

/** Waiting or running, in this or another tab; of the kinds that the browser carries out. */
export async function unfinishedJobs(): Promise<Job[]> {
  const kept = await records.within([account, 'job'])
  return kept.map(({ value }) => value).filter(({ phase, kind }) => kind in kinds && (phase === 'waiting' || phase === 'running'))
}

/** Changes a job atomically, also against other tabs, and notifies them. Resolves to undefined when it does not exist any more. */
export async function changeJob(id: string, next: (job: Job) => Job): Promise<Job | undefined> {
  const job = await records.change(keyOf('job', id), (kept) => kept && next(kept))
  if (job) showChanged(job)
  channel?.postMessage(id)
  return job
}

/** Rejects where the browser stores nothing: then there is no job. */
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

/** Removes what only the run needs. */
export const forgetWork = (id: string) => Promise.all([parts.remove(keyOf('input', id)), parts.remove(keyOf('state', id))])

/** Removes a job if `may` allows it for the record stored at that moment. Resolves to whether it was removed. */
export async function removeJob(id: string, may: (job: Job) => boolean): Promise<boolean> {
  let removed = false
  await records.change(keyOf('job', id), (job) => {
    removed = job !== undefined && may(job)
    return removed ? undefined : job
  })
  if (removed) await forgetJob(id)
  return removed
}

/** Removes a job from the list that the journal does not contain. */
export async function forgetJob(id: string): Promise<void> {
  drop(id)
  channel?.postMessage(id)
  await forgetWork(id)
}
