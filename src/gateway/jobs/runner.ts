import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Failure } from '#contract/client.ts'
import { type JobWish, type PauseReason, changesSettings } from '#contract/gateway/jobs.ts'
import { createRateLimiter } from '#engine/jobs/rate-limiter.ts'
import type { KnownSounds } from '#engine/saving/sounds.ts'
import { equal, rowsWith, update } from '#db/rows.ts'
import type { ActiveSession } from '../session/sessions.ts'
import { createRounds } from '../worker/rounds.ts'
import type { TaskOptions } from '../worker/task.ts'
import type { JobApi } from './job-api.ts'
import { forgetOld } from './chat-outcomes.ts'
import { jobRuns } from './kinds.ts'
import type { JobRun } from './job-run.ts'
import { Lost, createLeasedJobs } from './leased-jobs.ts'
import { butPresetsOf, hasRoom, waitsForOther } from './start-job.ts'
import type { JobRow } from './session-of-job.ts'

interface Options extends Pick<TaskOptions, 'database' | 'presetPort' | 'leaseNow' | 'nowMs' | 'monotonicMs' | 'wait' | 'log'> {
  api: Pick<JobApi, 'callFor' | 'gatewayCallFor'>
  sessionOf: (job: JobRow) => Promise<ActiveSession | PauseReason>
  knownSounds: (accountId: number) => Promise<KnownSounds>
  /** What the service allows a token in a minute, as far as that is known. */
  serviceLimit?: number | undefined
}

const leaseMs = 15_000
/** Nothing is sent after this much of a lease that could not be renewed. */
const trustedMs = 10_000
const maxAtOnce = 8
const retryAfterMs = 10_000
/** Longer than the worker waits until it tries something again (worker/worker.ts). */
const abandonedMs = 70 * 60_000
/** Nothing gets through for so long: it is tried again later. */
const patienceMs = 60_000
/** Ends a run without an outcome. '': somebody wants it to pause. */
class Paused extends Error {
  readonly because: PauseReason | ''
  constructor(because: PauseReason | '') {
    super('paused')
    this.because = because
  }
}
interface Running {
  job: JobRow
  wish: JobWish
  stop: AbortController
  /** Of the monotonic clock. */
  trustedUntil: number
  progress: Partial<Pick<JobRow, 'done' | 'is_checking' | 'trouble'>>
}

export type JobRunner = ReturnType<typeof createJobRunner>

/**
 * Carries out jobs, one at a time for each account, but for presets (start-job.ts). A gateway takes one by a lease in the database, which it renews every
 * second: where it is killed, another one goes on with what was stored. A request may be sent twice then where its kind allows it; others note it before
 * and look for it (once-jobs.ts).
 */
export function createJobRunner(options: Options) {
  const { database, api, sessionOf, presetPort, knownSounds, serviceLimit = 1200, leaseNow, nowMs, monotonicMs, wait, log } = options
  const { query } = database
  const name = randomUUID()
  const running = new Map<string, Running>()
  const keyOf = ({ workspace, id }: Pick<JobRow, 'workspace' | 'id'>) => `${workspace} ${id}`
  const { own, release, storesOf, runToEnd } = createLeasedJobs({ database, nowMs, name })
  const leased = () => sql<number>`${leaseNow()} + ${leaseMs}`

  async function tick() {
    await Promise.all([...running.values()].map(renew))
    if (rounds.stopping.aborted || running.size >= maxAtOnce) return
    await pauseAbandoned()
    const kindsOf = (workspace: string) => [...running.values()].flatMap(({ job }) => (job.workspace === workspace ? [job.kind] : []))
    const accounts = [...new Set([...running.values()].map(({ job }) => job.workspace))]
    const full = accounts.filter((workspace) => !hasRoom('preset-on', kindsOf(workspace)))
    const due = await rowsWith(query, 'job', { phase: ['waiting', 'running'] })
      .select(['workspace', 'id', 'kind'])
      .where('method', '!=', 'standing')
      .where('not_before', '<=', nowMs())
      .where('runner_until', '<=', leaseNow())
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('job as other')
              .select('other.id')
              .whereRef('other.workspace', '=', 'job.workspace')
              .where('other.phase', '=', 'running')
              .where('other.method', '!=', 'standing')
              .where('other.runner_until', '>', leaseNow())
              .where(waitsForOther),
          ),
        ),
      )
      .$if(full.length > 0, (found) => found.where(butPresetsOf(full)))
      .orderBy('not_before')
      .limit(maxAtOnce)
      .execute()
    for (const { workspace, id, kind } of due) {
      if (hasRoom(kind, kindsOf(workspace)) && running.size < maxAtOnce) await take(workspace, id)
    }
  }

  /** What the worker began and does not go on with: its process was killed, and standing access is off or nothing tries it again. People decide. */
  async function pauseAbandoned() {
    const abandoned = await rowsWith(query, 'job', { phase: ['waiting', 'running'], method: 'standing' })
      .select(['workspace', 'id', 'phase', 'runner_until'])
      .where('not_before', '<=', nowMs() - abandonedMs)
      .where('runner_until', '<=', leaseNow())
      .limit(maxAtOnce)
      .execute()
    for (const { workspace, id, phase, runner_until } of abandoned)
      await update(query, 'job', { workspace, id, phase, runner_until }, { phase: 'paused', paused_because: 'fault' })
  }

  async function take(workspace: string, id: string) {
    const at = monotonicMs()
    const job = await query
      .updateTable('job')
      .set({ phase: 'running', hold_ms: 0, paused_because: '', trouble: '', runner: name, runner_until: leased() })
      .where(equal({ workspace, id }))
      .where('phase', 'in', ['waiting', 'running'])
      .where('not_before', '<=', nowMs())
      .where('runner_until', '<=', leaseNow())
      .returningAll()
      .executeTakeFirst()
    if (!job) return
    const entry: Running = { job, wish: job.wish, stop: new AbortController(), trustedUntil: at + trustedMs, progress: {} }
    if (job.wish === 'stop') entry.stop.abort()
    running.set(keyOf(job), entry)
    void rounds.begin(
      keyOf(job),
      run(entry).finally(() => running.delete(keyOf(job))),
    )
  }

  async function renew(entry: Running) {
    const at = monotonicMs()
    const { progress } = entry
    entry.progress = {}
    const row = await own(entry.job)
      .set({ ...progress, runner_until: leased() })
      .where('phase', '=', 'running')
      .returning('wish')
      .executeTakeFirst()
    if (!row) entry.trustedUntil = -Infinity
    else {
      entry.trustedUntil = at + trustedMs
      wish(entry, row.wish)
    }
  }

  function wish(entry: Running, wanted: JobWish) {
    entry.wish = wanted
    if (wanted === 'stop') entry.stop.abort()
  }

  async function run(entry: Running): Promise<void> {
    const { job } = entry
    let session: ActiveSession | null = null
    const sender = () => {
      if (!session) throw new Failure('signed-out')
      return session
    }
    const check = () => {
      if (rounds.stopping.aborted || monotonicMs() > entry.trustedUntil) throw new Lost()
    }
    // Thousands of requests leave room for the people of the account. What was there before a write is read for the record, and has no turn of its own.
    const turn = createRateLimiter(monotonicMs, Math.ceil(serviceLimit / 2))
    const pausePoint = async () => {
      await turn(wait, AbortSignal.any([entry.stop.signal, rounds.stopping]))
      check()
      if (entry.wish === 'pause') throw new Paused('')
      const found = await sessionOf(job)
      if (typeof found === 'string') throw new Paused(found)
      check()
      session = found
    }
    try {
      // A job that was stopped only looks up what became of it, and needs nobody where nothing was sent.
      if (entry.stop.signal.aborted) session = await lookedUp(job)
      else await pausePoint()
      const jobRun: Omit<JobRun, 'job'> = {
        call: api.callFor(job, sender),
        callGateway: api.gatewayCallFor(job, sender),
        control: { signal: entry.stop.signal, pausePoint },
        onProgress: ({ done, isChecking, heldBy }) => {
          const trouble = heldBy ? troubleOf(heldBy) : ''
          entry.progress = { done, is_checking: isChecking ? 1 : 0, trouble }
        },
        ...storesOf(job, check),
        preset: changesSettings(job.kind) ? presetPort.of(job, database.transaction) : null,
        sounds: () => knownSounds(job.account_id),
        nowMs,
        // A process that stops waits for nothing: the next pause point gives the job back.
        wait: (ms, signal) => wait(ms, AbortSignal.any([signal, rounds.stopping])),
        patienceMs,
      }
      await runToEnd(job, async (next) => {
        const result = await jobRuns[job.kind]({ ...jobRun, job: next })
        check()
        return result
      })
      await forgetOld({ query, presetPort, nowMs }, job.workspace)
    } catch (error) {
      await release(job, afterError(error, entry)).catch((failed: unknown) => log.error({ err: failed }, 'a job could not be given back'))
    }
  }

  async function lookedUp(job: JobRow) {
    const found = await sessionOf(job)
    return typeof found === 'string' ? null : found
  }

  function afterError(error: unknown, { job, wish: wanted, progress: { done } }: Running): Partial<JobRow> {
    const kept = done === undefined ? {} : { done }
    if (error instanceof Lost) return { ...kept, phase: 'waiting' }
    if (error instanceof Paused) {
      // Somebody asked for something else while the last request was under way.
      if (error.because === '' && wanted !== 'pause') return { ...kept, phase: 'waiting', not_before: 0 }
      return { ...kept, phase: 'paused', paused_because: error.because }
    }
    if (error instanceof Failure && error.kind === 'signed-out') return { ...kept, phase: 'paused', paused_because: 'signed-out' }
    if (error instanceof Failure) {
      const pause = Math.max(retryAfterMs, (error.retryAfter ?? 0) * 1000)
      return { ...kept, phase: 'waiting', not_before: nowMs() + pause, trouble: troubleOf(error) }
    }
    log.error({ err: error, event: 'job', kind: job.kind }, 'a job failed')
    return { ...kept, phase: 'paused', paused_because: 'fault' }
  }

  const rounds = createRounds({
    tick,
    wait,
    onFailure: (error) => log.error({ err: error, event: 'job' }, 'jobs could not be looked up'),
  })
  return {
    ...rounds,
    /** What somebody asked for takes effect at once where the job runs here; elsewhere within a second. */
    wishFor: (workspace: string, id: string, wanted: JobWish) => {
      const entry = running.get(keyOf({ workspace, id }))
      if (entry) wish(entry, wanted)
    },
    /** Takes up what is due, and renews what runs here. */
    tick,
  }
}

const maxMessageLength = 300

const troubleOf = ({ kind, message }: Failure): string => JSON.stringify({ kind, message: message.slice(0, maxMessageLength) })
