import { createHash } from 'node:crypto'
import { carryOutWorkerJob, type WorkerJobOptions } from '../jobs/worker-job.ts'
import { startedByWorker } from '../jobs/start-job.ts'
import type { ActionResult, PlannedAction, Task, Work } from '../worker/task.ts'
import type { GatewayDatabase } from '../pipeline/handler.ts'
import { adoptCopies } from './copies.ts'
import { chatsIn, startEnding, type StartOptions } from './start.ts'
import { readOn } from './stored.ts'

const minute = 60_000

/** A preset that should have ended hours ago ends even so. After half a day somebody is asked. */
const lateAfterMs = 12 * 60 * minute

interface Options extends StartOptions, WorkerJobOptions {
  database: GatewayDatabase
}

/** Ends presets at their time, by a job that is found again where this was interrupted. */
export function presetTask(options: Options): Task {
  const { database, nowMs } = options
  const { query } = database

  async function end(work: Work, { key: onId, due }: PlannedAction, name: string): Promise<ActionResult> {
    const { workspace, accountId, transaction } = work
    const jobId = idOfEnd(onId, due)
    await adoptCopies(database, workspace, nowMs())
    await startEnding(
      { ...options, database: { transaction } },
      {
        workspace,
        onId,
        jobId,
        isIncluded: () => true,
        due,
        startedBy: startedByWorker(accountId),
        by: 'Roomkeeper',
        actingPerson: null,
      },
    )
    // Where turning it on waited for somebody, that is over now.
    await carryOutWorkerJob(options, work, onId, { isOnce: true })
    const isThere = await query.selectFrom('job').select('id').where('workspace', '=', workspace).where('id', '=', jobId).executeTakeFirst()
    const title = `Ended the preset “${name}”`
    if (!isThere) return { outcome: 'done', note: 'Nothing was left to do' }
    const counts = await carryOutWorkerJob(options, work, jobId, { isOnce: false })
    if (!counts) return { outcome: 'decide', note: 'Somebody has taken it over', title }
    const { done, failed, unknown, notTried, decide = 0, notKept = 0 } = counts
    // It is tried again after a while.
    if (failed + unknown > 0) throw new Error(`The preset could not be ended in ${chatsIn(failed + unknown)}`)
    if (decide + notKept > 0) return { outcome: 'decide', note: `${chatsIn(decide + notKept)} to decide`, title }
    return notTried > 0
      ? { outcome: 'failed', note: `Stopped in ${chatsIn(notTried)}`, title }
      : { outcome: 'done', note: chatsIn(done), title }
  }

  return {
    lateAfterMs,
    run: async (action, work) => {
      const on = await readOn(query, work.workspace, action.key)
      if (!on) return { outcome: 'done', note: 'Nothing was left to do' }
      // It was extended while this began.
      if (!on.isEnded && (on.until === null || on.until > action.due)) return { outcome: 'done', note: 'It was extended' }
      return end(work, action, on.name)
    },
  }
}

/** Of the job that ends a preset at this time. */
const idOfEnd = (onId: string, due: number) => createHash('sha256').update(`${onId} ${due}`).digest('base64url').slice(0, 32)
