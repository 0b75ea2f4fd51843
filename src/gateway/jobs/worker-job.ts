import type { GatewayDatabase } from '../database/database.ts'
import { sql } from 'kysely'
import type { Call } from '#contract/client.ts'
import type { JobCounts } from '#contract/gateway/jobs.ts'
import { remaining, stateOf, ordersIn, packOrders } from '#engine/changes/chat-result.ts'
import { equal, insert, rowsWith } from '#db/rows.ts'
import { NotSent } from '../worker/not-sent.ts'
import type { TaskOptions, Work } from '../worker/task.ts'
import { readResults, forgetOld } from './chat-outcomes.ts'
import { allHadTurn, changesIn, countsOf, saveSettings, type SettingsRun } from './kinds.ts'
import { createLeasedJobs } from './leased-jobs.ts'
import { presetIn } from './job-run.ts'
import type { JobRow } from './session-of-job.ts'

/**
 * Jobs that the worker starts with standing access, and carries out itself: with its lease, its budget and its consent. Whoever decides about one
 * afterwards goes on with it in their own name.
 */

export type WorkerJobOptions = Pick<TaskOptions, 'presetPort' | 'nowMs' | 'leaseNow' | 'wait'> & {
  database: Pick<GatewayDatabase, 'query'>
}

/** No name of a gateway. */
const worker = 'worker'
const patienceMs = 60_000
/** Longer than anything waits between two requests. */
const leaseMs = 5 * 60_000

class Paused extends Error {}

/**
 * Resolves to what came of it; null: somebody paused it, or goes on with it. Where it failed in some chats, another call tries it there again.
 * @param isOnce whether it ends where it cannot go on, instead of waiting for another call
 */
export async function carryOutWorkerJob(
  { database: { query }, presetPort, nowMs, leaseNow, wait }: WorkerJobOptions,
  work: Work,
  id: string,
  { isOnce }: { isOnce: boolean },
): Promise<JobCounts | null> {
  const { workspace, transaction } = work
  const leased = createLeasedJobs({ database: { query, transaction }, nowMs, name: worker })
  const ofJob = () => rowsWith(query, 'job', { workspace, id }).selectAll()
  await sendFailedAgain()
  const job = await take()
  if (!job) {
    const ended = await ofJob().where('method', '=', 'standing').where('wish', '!=', 'stop').where('phase', '=', 'ended').executeTakeFirst()
    return ended ? (JSON.parse(ended.counts) as JobCounts) : null
  }
  try {
    const counts = await run(job)
    await forgetOld({ query, presetPort, nowMs }, workspace)
    return counts
  } catch (error) {
    if (error instanceof Paused) {
      await leased.release(job, { phase: 'paused' })
      return null
    }
    if (isOnce) await leased.end(job, { counts: await countsNow(job), left: null })
    else await leased.release(job, { phase: 'waiting' })
    throw error
  }

  async function run(first: JobRow): Promise<JobCounts> {
    const stop = new AbortController()
    const obeyWish = async () => {
      const { wish } = await transaction((trx) => leased.own(first, trx).set(lease()).returning('wish').executeTakeFirstOrThrow())
      if (wish === 'pause') throw new Paused()
      if (wish === 'stop') stop.abort()
    }
    const of: Omit<SettingsRun, 'job'> = {
      call: callOf(first),
      control: { signal: stop.signal, pausePoint: obeyWish },
      onProgress: () => {},
      ...leased.storesOf(first, () => {}),
      preset: presetPort.of(first, transaction),
      sounds: work.sounds,
      patienceMs,
      wait,
      nowMs,
    }
    return (await leased.runToEnd(first, (job) => saveSettings({ ...of, job }))).counts
  }

  /** Where nothing may be sent any more, no chat has failed for that. */
  function callOf(job: JobRow): Call {
    const { onId, name } = presetIn(job)
    const send = work.callFor({ kind: 'preset', id: onId, title: name })
    const call: Call = (endpoint, input, options) =>
      send(endpoint, input, options).catch((error: unknown) => {
        throw error instanceof NotSent ? new Error('interrupted', { cause: error }) : error
      })
    return call
  }

  function lease() {
    return { runner_until: sql<number>`${leaseNow()} + ${leaseMs}` }
  }

  function take() {
    return transaction((trx) =>
      trx
        .updateTable('job')
        .set({ phase: 'running', hold_ms: 0, paused_because: '', runner: worker, ...lease() })
        .where(equal({ workspace, id, method: 'standing' }))
        // One that was abandoned (runner.ts) is found again.
        .where((is) => is.or([is('phase', 'in', ['waiting', 'running']), is('paused_because', '=', 'fault')]))
        .where('phase', '!=', 'ended')
        .returningAll()
        .executeTakeFirst(),
    )
  }

  async function sendFailedAgain() {
    const job = await ofJob().where('method', '=', 'standing').where('wish', '!=', 'stop').where('phase', '=', 'ended').executeTakeFirst()
    if (!job) return
    const { orders, results } = await resultsNow(job)
    const failed = orders.filter((order) => stateOf(order, results.get(order.chatId), false) === 'failed')
    if (failed.length === 0) return
    const changes = JSON.stringify(packOrders(failed.map((order) => remaining(order, results.get(order.chatId)))))
    await transaction(async (trx) => {
      const again = await trx
        .updateTable('job')
        .set((is) => ({ phase: 'waiting' as const, ended_at: null, counts: '', state: allHadTurn, decisions: is('decisions', '+', 1) }))
        .where(equal({ workspace, id }))
        // Nobody has taken it over in between.
        .where(equal({ method: 'standing', phase: 'ended' }))
        .returning('decisions')
        .executeTakeFirst()
      if (again) await insert(trx, 'job_decision', { workspace, job_id: id, n: again.decisions, changes })
    })
  }

  async function resultsNow(job: JobRow) {
    const changes = changesIn(job)
    const orders = changes ? ordersIn(changes) : []
    return { orders, results: await readResults(query, { workspace, job_id: id }, orders) }
  }

  async function countsNow(job: JobRow) {
    const { orders, results } = await resultsNow(job)
    return countsOf(job, orders, results)
  }
}
