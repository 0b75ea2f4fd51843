import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { changeGatewayJob, type JobChange, createRate } from './gateway-jobs.ts'
import { findJob, jobs, prepareJobs, type Job, type Receipt } from './job.ts'
import type { JobControl, SchedulerOptions } from '#engine/jobs/request-scheduler.ts'
import { createStore } from '#dashboard/ui/store.ts'

/** Jobs that only read, such as the export of a range of messages: they end with this page. */

/** If it is stopped, the run still resolves, with a receipt of what was done. */
export interface PageRun extends JobControl, Pick<SchedulerOptions, 'onHeld'> {
  progress: (done: number) => void
}

const running = new Map<string, { stop: AbortController; onResume: Set<() => void> }>()

function change(id: string, part: Partial<Job>) {
  jobs.set(jobs.get().map((job) => (job.id === id ? { ...job, ...part } : job)))
}

export async function runHere(
  { kind, title, place, chatId }: Pick<Job, 'kind' | 'title' | 'place' | 'chatId'>,
  run: (running: PageRun) => Promise<Receipt>,
): Promise<void> {
  const at = Date.now()
  const id = crypto.randomUUID()
  const stop = new AbortController()
  const onResume = new Set<() => void>()
  running.set(id, { stop, onResume })
  prepareJobs()
  const rate = createRate()
  const begun = { phase: 'running', notBefore: at, holdFor: 0, wish: 'go', done: 0, total: 0, trouble: '', at, isOfGateway: false } as const
  jobs.set([...jobs.get(), { id, kind, title, place, chatId, ...begun }])
  const receipt = await run({
    progress: (done) => change(id, { done, perSecond: rate(done), trouble: '' }),
    onHeld: (because) => change(id, { trouble: because ? errorMessage(because).cause : '' }),
    signal: stop.signal,
    pausePoint: async () => {
      while (findJob(id)?.wish === 'pause' && !stop.signal.aborted) await new Promise<void>((resume) => onResume.add(resume))
    },
  }).catch((error: unknown): Receipt => ({
    title: `${title}: not finished. ${errorMessage(error).advice}`,
    figures: [{ label: 'Failed', value: 1, odd: true }],
  }))
  running.delete(id)
  change(id, { phase: 'ended', endedAt: Date.now(), receipt })
}

/**
 * Changes a job of either sort. Resolves to whether it was done.
 * `stop`: no further request is sent, and what was sent is looked up for the receipt. `now`: ends the time to undo, or the wait after trouble.
 */
export async function changeJob(id: string, to: JobChange): Promise<boolean> {
  const job = findJob(id)
  if (!job) return false
  if (job.isOfGateway) return changeGatewayJob(id, to)
  if (to === 'dismiss') {
    jobs.set(jobs.get().filter((other) => other !== job))
    return true
  }
  const run = running.get(id)
  if (!run || to === 'now' || to === 'undo') return false
  if (to === 'stop') run.stop.abort()
  change(id, to === 'pause' ? { wish: 'pause', phase: 'paused' } : { wish: to === 'stop' ? 'stop' : 'go', phase: 'running' })
  if (to !== 'pause') run.onResume.forEach((resume) => resume())
  run.onResume.clear()
  return true
}

/** The chat whose page shows its own undo bar; the list of jobs does not repeat it. */
export const undoBarChatId = createStore<number | null>(null)
