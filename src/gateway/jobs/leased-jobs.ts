import { decidedOf, packOrders } from '#engine/changes/chat-result.ts'
import type { JobCounts } from '#contract/gateway/jobs.ts'
import { rowsWith } from '#db/rows.ts'
import type { Trx, GatewayDatabase } from '../database/database.ts'
import { forgetDecisions, keepOnce, keepResult, openDecisions, readOnce, readResults } from './chat-outcomes.ts'
import { keepsInput } from './kinds.ts'
import { presetIn, type ChatResults, type JobResult, type OnceStore, type PresetOfJob } from './job-run.ts'
import type { JobRow } from './session-of-job.ts'

/** Another gateway has the job, or this one stops. */
export class Lost extends Error {}

interface Options {
  database: Pick<GatewayDatabase, 'query' | 'transaction'>
  nowMs: () => number
  /** Of the gateway that holds the leases. */
  name: string
}

/** Whether something is left to be decided, or to be tried again. */
export const leavesWork = ({ failed, unknown, notTried, decide = 0, notKept = 0 }: JobCounts) =>
  failed + unknown + notTried + decide + notKept > 0

const givenBack = { is_checking: 0, runner: '', runner_until: 0 }

/** What is written of jobs that this gateway carries out: nothing any more once another one has them. */
export function createLeasedJobs({ database, nowMs, name }: Options) {
  const { query } = database
  const own = ({ workspace, id }: Pick<JobRow, 'workspace' | 'id'>, of = query) =>
    of.updateTable('job').where('workspace', '=', workspace).where('id', '=', id).where('runner', '=', name)

  const release = (job: JobRow, changes: Partial<JobRow>) =>
    own(job)
      .set({ ...changes, ...givenBack })
      .execute()

  /** Counts a result in the row of the job, as the first statement of its transaction. Resolves to its number. */
  async function count(job: JobRow, trx: Trx) {
    const { outcomes } = await own(job, trx)
      .set((is) => ({ outcomes: is('outcomes', '+', 1) }))
      .returning('outcomes')
      .executeTakeFirstOrThrow(() => new Lost())
    return outcomes
  }

  function onceOf(job: JobRow, check: () => void): OnceStore {
    const of = { workspace: job.workspace, job_id: job.id }
    const settle = (chatId: number, record: string) =>
      database.transaction(async (trx) => void (await keepOnce(trx, of, chatId, record, await count(job, trx))))
    return {
      read: () => readOnce(query, of),
      note: async (chatId, record) => {
        check()
        await settle(chatId, record)
      },
      settle,
    }
  }

  function resultsOf(job: JobRow, check: () => void): ChatResults {
    const of = { workspace: job.workspace, job_id: job.id }
    return {
      read: (orders) => readResults(query, of, orders),
      keep: async (order, result, { transaction, also } = database) => {
        check()
        await transaction(async (trx) => {
          const seq = await count(job, trx)
          // What somebody decided to leave meanwhile stays decided, unless it is just what was made.
          const left = (await readResults(trx, of, [order])).get(order.chatId)?.left ?? []
          const decided = decidedOf(
            result,
            left.filter((name) => !(name in result.applied)),
            [],
          )
          await keepResult(trx, of, order, decided, seq)
          await also?.(trx)
        })
      },
      decided: () => openDecisions(query, of),
      forgetDecided: (last) => forgetDecisions(query, of, last),
    }
  }

  const beginningOf = (job: JobRow) => (preset: PresetOfJob) =>
    database.transaction(async (trx) => {
      const orders = await preset.endingOrders(trx)
      const changes = orders.length === 0 ? null : packOrders(orders)
      await own(job, trx)
        .set({ input: JSON.stringify({ ...presetIn(job), changes }) })
        .execute()
      return changes
    })

  /** Resolves to the job as it is to go on where somebody sent a part of it again since it was read; otherwise it has ended. */
  async function end(job: JobRow, { counts, left, isRolledBack }: JobResult): Promise<JobRow | null> {
    const { numUpdatedRows } = await own(job)
      .set({
        phase: 'ended',
        ended_at: nowMs(),
        done: job.total,
        trouble: '',
        counts: JSON.stringify(counts),
        is_rolled_back: isRolledBack ? 1 : 0,
        remaining: left ? JSON.stringify(left) : '',
        ...(!keepsInput(job.kind) && { input: '' }),
        // Nobody waits for what the worker has done, but for what it could not do.
        ...(job.method === 'standing' && !leavesWork(counts) && { dismissed: 1 }),
        state: '',
        ...givenBack,
      })
      .where('decisions', '=', job.decisions)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? null : read(job)
  }

  const read = (job: JobRow): Promise<JobRow> =>
    rowsWith(query, 'job', { workspace: job.workspace, id: job.id, runner: name })
      .selectAll()
      .executeTakeFirstOrThrow(() => new Lost())

  /** What a run of a job stores. @param check throws where nothing may be written any more */
  const storesOf = (job: JobRow, check: () => void) => ({
    save: async (state: string) => {
      check()
      await database.transaction((trx) => own(job, trx).set({ state }).execute())
    },
    chats: resultsOf(job, check),
    begin: beginningOf(job),
    once: onceOf(job, check),
  })

  /** Runs a job until nobody has sent a part of it again. */
  async function runToEnd(first: JobRow, run: (job: JobRow) => Promise<JobResult>): Promise<JobResult> {
    for (let job = first; ;) {
      const result = await run(job)
      const next = await end(job, result)
      if (!next) return result
      job = next
    }
  }

  return { own, end, release, storesOf, runToEnd }
}
