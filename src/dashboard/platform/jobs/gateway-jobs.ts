import { maxHoldMs } from '#contract/gateway/job-frame.ts'
import type { GatewayJob, JobCounts, JobDraft, PauseReason } from '#contract/gateway/jobs.ts'
import { Failure, failureKinds } from '#contract/client.ts'
import type { Input } from '#contract/endpoint.ts'
import type { GatewayApi } from '#contract/gateway/api.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { writeToGateway, gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { jobs, jobsChannel, prepareJobs, type Job, type Receipt } from './job.ts'

/** The jobs that the gateway carries out (contract/gateway/jobs.ts), in the list that pages show. It is read every second while something runs. */

/** What pages say of a kind of job, and do about it. */
export interface GatewayJobKind {
  receiptOf: (job: GatewayJob, counts: JobCounts) => Receipt
  /** Called for each unfinished one that was not known before. */
  found?: (job: Job) => void
  /** Called before its receipt is shown. */
  ended?: (job: Job) => Promise<void>
}

export type GatewayJobKinds = Record<GatewayJob['kind'], () => Promise<GatewayJobKind>>

const everyMs = 1000
/** Of the time to undo, for the way to the gateway: a press in the last second still arrives in time. */
const graceMs = 1500

let isFollowing = false
let follow: (known: GatewayJobKinds) => void = () => {}
/** A page may start a job while the code of its kind is still on its way. */
const kinds = new Promise<GatewayJobKinds>((resolve) => (follow = resolve))
let timer: ReturnType<typeof setTimeout> | undefined
const dismissed = new Set<string>()
const rates = new Map<string, ReturnType<typeof createRate>>()

/** Shows the jobs of the account from now on. */
export async function followGatewayJobs(known: GatewayJobKinds): Promise<void> {
  if (!isFollowing) {
    isFollowing = true
    addEventListener('focus', () => void readJobs())
    jobsChannel?.addEventListener('message', () => void readJobs())
  }
  follow(known)
  await readJobs()
}

let showing = Promise.resolve()

/** One after the other, so that nothing from before a change is shown after it. */
const inOrder = (work: () => Promise<void>): Promise<void> =>
  (showing = showing
    .catch(() => {})
    .then(async () => {
      await kinds
      await work()
    })
    .finally(readLater))

const readJobs = () =>
  inOrder(async () => {
    const answer = await callGateway('jobList', {}).catch((error: unknown) => {
      if (error instanceof Failure) return null
      throw error
    })
    if (answer) await show(answer.data)
  })

function readLater() {
  clearTimeout(timer)
  const isOpen = jobs.get().some((job) => job.isOfGateway && job.phase !== 'ended')
  if (isOpen) timer = setTimeout(() => void readJobs(), everyMs)
}

const showStarted = (job: GatewayJob) =>
  inOrder(async () => {
    // What is shown already is newer.
    const isShown = jobs.get().some(({ id, isOfGateway }) => isOfGateway && id === job.id)
    if (!isShown) set([...jobs.get(), await shownNow(job)])
  })

/** Of jobs that this page started. */
const onShowOf = new Map<string, () => void>()

function set(list: Job[]) {
  for (const { id } of list) {
    onShowOf.get(id)?.()
    onShowOf.delete(id)
  }
  jobs.set(list.toSorted((one, other) => one.at - other.at))
}

const pageStart = Date.now()

/** The job as pages show it, after they know what is new of it. @param known as it was shown before */
async function shownNow(job: GatewayJob, known?: Job): Promise<Job> {
  const kind = await (await kinds)[job.kind]()
  const one = jobOf(job, kind)
  if (!known && one.phase !== 'ended') kind.found?.(one)
  // A short one may have ended before it was ever shown.
  if (one.phase === 'ended' && known?.phase !== 'ended' && (known || (one.endedAt ?? 0) >= pageStart)) await kind.ended?.(one)
  return one
}

async function show(list: readonly GatewayJob[]): Promise<void> {
  const before = new Map(jobs.get().map((job) => [job.id, job]))
  const shown: Job[] = []
  for (const job of list) {
    if (dismissed.has(job.id)) continue
    shown.push(await shownNow(job, before.get(job.id)))
  }
  // What ended of others is in no list: they are told as their own, and pages that show its messages learn it here.
  const ids = new Set(list.map(({ id }) => id))
  for (const gone of before.values())
    if (gone.isOfGateway && !ids.has(gone.id) && gone.phase === 'running') {
      // Its kind came from the gateway.
      const kind = await (await kinds)[gone.kind as GatewayJob['kind']]()
      await kind.ended?.(gone)
    }
  set([...jobs.get().filter((job) => !job.isOfGateway), ...shown])
}

function jobOf(job: GatewayJob, { receiptOf }: GatewayJobKind): Job {
  const { id, kind, title, isOwn, phase, wish, holdMs, total, done, pausedBecause, trouble, endedAt, counts } = job
  const rate = rates.get(id) ?? createRate()
  rates.set(id, rate)
  // Times of the gateway, by the clock of this computer.
  const here = (time: number) => time - (nowMs() - Date.now())
  return {
    id,
    kind,
    title,
    ...(counts && { receipt: receiptOf(job, counts) }),
    chatId: job.chats === 1 ? job.chatId : null,
    place: isOwn ? job.place : `${job.place} · by ${job.by}`,
    isOfGateway: true,
    isOwn,
    phase,
    wish,
    notBefore: here(job.notBefore) - (holdMs > 0 ? graceMs : 0),
    holdFor: phase === 'waiting' ? holdMs : 0,
    total,
    done,
    ...(phase === 'running' && { perSecond: rate(done) }),
    trouble: pausedBecause ? pausedWords[pausedBecause] : trouble ? troubleWords(trouble) : '',
    ...(job.isChecking && { note: 'checking what is left' }),
    at: here(job.at),
    ...(endedAt !== null && { endedAt: here(endedAt) }),
  }
}

const pausedWords: Record<PauseReason, string> = {
  'signed-out': 'It needs someone who is signed in with the account’s token',
  removed: 'The person who started it was removed from the team',
  'no-right': 'The person who started it may not do this any more',
  'token-refused': 'The service refuses the token of the account',
  fault: 'Something went wrong in Roomkeeper',
}

function troubleWords({ kind, message }: NonNullable<GatewayJob['trouble']>): string {
  const known = failureKinds.find((one) => one === kind)
  return known ? errorMessage(new Failure(known)).cause : message
}

/**
 * Resolves to the id of the job, once the gateway has stored it and pages show it. Rejects with a Failure.
 * @param onShow called as pages are about to show it, so that both change in one render
 */
export async function startGatewayJob(
  draft: JobDraft,
  { id = crypto.randomUUID(), onShow }: { id?: string; onShow?: () => void } = {},
): Promise<string> {
  prepareJobs()
  const body = { ...draft, holdMs: draft.holdMs === 0 ? 0 : Math.min(draft.holdMs + graceMs, maxHoldMs) }
  if (onShow) onShowOf.set(id, onShow)
  const { data } = await writeToGateway('jobStart', { params: { jobId: id }, body }).catch((error: unknown) => {
    // Where only the answer was lost, it is there.
    void readJobs()
    throw error
  })
  await showStarted(data)
  jobsChannel?.postMessage(id)
  return id
}

/** Sends again a part of a job that has ended. Resolves once pages show it. Rejects with a Failure. */
export async function decideJob(jobId: string, body: Input<GatewayApi['jobDecide']>['body']): Promise<void> {
  dismissed.delete(jobId)
  try {
    await writeToGateway('jobDecide', { params: { jobId }, body })
  } finally {
    await showJobs()
  }
}

/** Resolves once the list shows what was started or changed. Other tabs read it as well. */
export async function showJobs(): Promise<void> {
  prepareJobs()
  await readJobs()
  jobsChannel?.postMessage('changed')
}

export const leftOfJob = (jobId: string) => gatewayQuery('jobRead', { params: { jobId } })

export type JobChange = 'pause' | 'resume' | 'stop' | 'now' | 'undo' | 'dismiss'

/** Resolves to whether it was done. What went wrong is said, but not that it is too late. */
export async function changeGatewayJob(id: string, to: JobChange): Promise<boolean> {
  // Gone at once, and not asked for again where the gateway could not be told.
  if (to === 'dismiss') dismissed.add(id)
  // What a page still reads of it is gone in a moment.
  if (to === 'undo') await queryClient.cancelQueries({ predicate: ({ queryKey }) => queryKey.includes(id) })
  try {
    await writeToGateway('jobChange', { params: { jobId: id }, body: { to } })
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const isExpected = to === 'dismiss' || (to === 'undo' && error.code === 'invalid')
    if (!isExpected) toastError('The job was not changed', error)
    return false
  } finally {
    await showJobs()
  }
}

const windowMs = 5000

/** How many per second over the last five seconds. The returned function is called with the number done whenever it changes. */
export function createRate(now: () => number = Date.now): (done: number) => number {
  let samples: { at: number; done: number }[] = []
  return (done) => {
    const at = now()
    samples = [...samples.filter((sample) => at - sample.at < windowMs), { at, done }]
    const first = samples[0]!
    return at === first.at ? 0 : ((done - first.done) / (at - first.at)) * 1000
  }
}
