import { maxHoldMs, pack, unpack, type GatewayJob, type PauseReason } from '#contract/workspace/jobs.ts'
import { Failure, failureKinds } from '#contract/client.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { changeWorkspace, workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { callWorkspace } from '#dashboard/platform/session/workspace.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { isHeld, jobs, prepareJobs, type Job, type Receipt } from './job.ts'
import { jobInput, removeJob } from './journal.ts'
import { createRate } from './rate.ts'

/** The jobs that the gateway carries out (contract/workspace/jobs.ts), in the list that pages show. It is read every second while something runs. */

/** What pages say of a kind of job, and do about it. */
export interface GatewayJobKind {
  wordsOf: (job: GatewayJob) => Pick<Job, 'title'> & { receipt?: Receipt }
  /** Called for each unfinished one that was not known before. */
  found?: (job: Job) => void
  /** Called before its receipt is shown. */
  ended?: (job: Job) => Promise<void>
}

export type GatewayJobKinds = Record<GatewayJob['kind'], () => Promise<GatewayJobKind>>

const everyMs = 1000
/** Of the time to undo, for the way to the gateway: a press in the last second still arrives in time. */
const graceMs = 1500

let kinds: GatewayJobKinds | null = null
let follow = () => {}
/** A page may start a job while the code of its kind is still on its way. */
const following = new Promise<void>((resolve) => (follow = resolve))
let timer: ReturnType<typeof setTimeout> | undefined
/** Other tabs of this browser are told that there is something to read. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-gateway-jobs')
const dismissed = new Set<string>()
const rates = new Map<string, ReturnType<typeof createRate>>()

/** Shows the jobs of the account from now on. */
export async function followGatewayJobs(known: GatewayJobKinds): Promise<void> {
  if (kinds === null) {
    addEventListener('focus', () => void readJobs())
    channel?.addEventListener('message', () => void readJobs())
  }
  kinds = known
  follow()
  await readJobs()
}

let showing = Promise.resolve()

/** One after the other, so that nothing from before a change is shown after it. */
const inOrder = (work: () => Promise<void>): Promise<void> =>
  (showing = showing
    .catch(() => {})
    .then(async () => {
      await following
      await work()
    })
    .finally(readLater))

const readJobs = () =>
  inOrder(async () => {
    const answer = await callWorkspace('jobList', {}).catch((error: unknown) => {
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
    const kind = await kinds![job.kind]()
    // What is shown already is newer.
    if (jobs.get().every(({ id }) => id !== job.id)) set([...jobs.get(), jobOf(job, kind)])
  })

/** Of jobs that this page started: called as pages are about to show them, so that both change in one render. */
const onShowOf = new Map<string, () => void>()

function set(list: Job[]) {
  for (const { id } of list) {
    onShowOf.get(id)?.()
    onShowOf.delete(id)
  }
  jobs.set(list.toSorted((one, other) => one.at - other.at))
}

async function show(list: readonly GatewayJob[]): Promise<void> {
  const before = new Map(jobs.get().map((job) => [job.id, job]))
  const shown: Job[] = []
  for (const job of list) {
    if (dismissed.has(job.id)) continue
    const kind = await kinds![job.kind]()
    const one = jobOf(job, kind)
    const known = before.get(job.id)
    if (!known && one.phase !== 'ended') kind.found?.(one)
    if (one.phase === 'ended' && known && known.phase !== 'ended') await kind.ended?.(one)
    shown.push(one)
  }
  // What ended of others is in no list: they are told as their own, and pages that show its messages learn it here.
  const ids = new Set(list.map(({ id }) => id))
  for (const gone of before.values())
    if (gone.isOfGateway && !ids.has(gone.id) && gone.phase === 'running') {
      // Its kind came from the gateway.
      const kind = await kinds![gone.kind as GatewayJob['kind']]()
      await kind.ended?.(gone)
    }
  set([...jobs.get().filter((job) => !job.isOfGateway), ...shown])
}

function jobOf(job: GatewayJob, { wordsOf }: GatewayJobKind): Job {
  const {
    id,
    kind,
    chatId,
    chatName,
    by,
    isOwn,
    phase,
    wish,
    pausedBecause,
    notBefore,
    holdMs,
    total,
    done,
    isChecking,
    trouble,
    at,
    endedAt,
  } = job
  const rate = rates.get(id) ?? createRate()
  rates.set(id, rate)
  // Times of the gateway, by the clock of this computer.
  const here = (time: number) => time - (nowMs() - Date.now())
  return {
    ...wordsOf(job),
    id,
    kind,
    chatId,
    place: isOwn ? chatName : `${chatName} · by ${by}`,
    isOfGateway: true,
    isOwn,
    phase,
    wish,
    notBefore: here(notBefore) - (holdMs > 0 ? graceMs : 0),
    holdFor: phase === 'waiting' ? holdMs : 0,
    total,
    done,
    ...(phase === 'running' && { perSecond: rate(done) }),
    trouble: pausedBecause ? pausedWords[pausedBecause] : trouble ? troubleWords(trouble) : '',
    ...(isChecking && { note: 'checking what is left' }),
    at: here(at),
    ...(endedAt !== null && { endedAt: here(endedAt) }),
    durable: true,
  }
}

const pausedWords: Record<PauseReason, string> = {
  'signed-out': 'It needs somebody who is signed in with the account’s token',
  removed: 'The person who started it was removed from the team',
  'no-right': 'The person who started it may not do this any more',
  'token-refused': 'The service refuses the token of the account',
  fault: 'Something went wrong in Roomkeeper',
}

function troubleWords({ kind, message }: NonNullable<GatewayJob['trouble']>): string {
  const known = failureKinds.find((one) => one === kind)
  return known ? errorMessage(new Failure(known)).cause : message
}

/** What is deleted, by chat. */
export interface NewDeletion {
  chatId: number
  chatName: string
  /** Newest first, each once. */
  ids: Iterable<number>
  times: Iterable<number>
  holdFor: number
  /** Called as pages are about to show it. */
  onShow?: () => void
}

/** Resolves to the id of the job, once the gateway has stored it and pages show it. Rejects with a Failure. */
export async function startDeletion(
  { chatId, chatName, ids, times, holdFor, onShow }: NewDeletion,
  id: string = crypto.randomUUID(),
): Promise<string> {
  prepareJobs()
  const body = {
    kind: 'messages-delete' as const,
    chatId,
    chatName,
    holdMs: holdFor === 0 ? 0 : holdFor + graceMs,
    ids: pack(ids),
    times: pack(times),
  }
  if (onShow) onShowOf.set(id, onShow)
  const { data } = await changeWorkspace('jobStart', { params: { jobId: id }, body }).catch((error: unknown) => {
    // Where only the answer was lost, it is there.
    void readJobs()
    throw error
  })
  queryClient.setQueryData(messagesOfJob(id).queryKey, unpack(body.ids))
  await showStarted(data)
  channel?.postMessage(id)
  return id
}

/** What an earlier release left to this browser: the gateway goes on with it. Where it cannot be handed over now, it stays for the next time. */
export async function handOverDeletions(): Promise<void> {
  for (const job of jobs.get()) {
    const { id, kind, phase, place, isOfGateway } = job
    if (isOfGateway || kind !== 'messages-delete') continue
    const input = await jobInput<Pick<NewDeletion, 'chatId' | 'ids' | 'times'>>(id)
    try {
      if (phase !== 'ended' && input) {
        // One that can still be undone can be undone for as long again, as nobody who sees this page has agreed.
        const holdFor = phase === 'paused' ? maxHoldMs - graceMs : isHeld(job) ? job.holdFor : 0
        await startDeletion({ ...input, chatName: place, holdFor }, id)
        if (phase === 'paused') await changeGatewayJob(id, 'pause')
      }
      await removeJob(id, () => true)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }
}

/** The messages that an unfinished job deletes. */
export const messagesOfJob = (jobId: string) => ({
  queryKey: ['messages of job', jobId],
  queryFn: async () => unpack((await callWorkspace('jobRead', { params: { jobId } })).data.ids ?? []),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false as const,
})

/** The messages that a job left. */
export const leftOfJob = (jobId: string) => workspaceQuery('jobRead', { params: { jobId } })

type Change = 'pause' | 'resume' | 'stop' | 'now' | 'undo' | 'dismiss'

/** Resolves to whether it was done. What went wrong is said, but not that it is too late. */
export async function changeGatewayJob(id: string, to: Change): Promise<boolean> {
  // Gone at once, and not asked for again where the gateway could not be told.
  if (to === 'dismiss') dismissed.add(id)
  try {
    await changeWorkspace('jobChange', { params: { jobId: id }, body: { to } })
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const isExpected = to === 'dismiss' || (to === 'undo' && error.code === 'invalid')
    if (!isExpected) toastError('The job was not changed', error)
    return false
  } finally {
    await readJobs()
    channel?.postMessage(id)
  }
}
