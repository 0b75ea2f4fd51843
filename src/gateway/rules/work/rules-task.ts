import { standingOf } from '#gateway/worker/budget.ts'
import type { ActionResult, Task, Work } from '#gateway/worker/task.ts'
import { MatchingEnded, RuleBroke } from '../matching/matching-thread.ts'
import { readNow } from '#gateway/worker/lease.ts'
import { stopAfterCrash } from './ask-thread.ts'
import { idleMs, runRound } from './round.ts'
import { stopAndNotify, switchOffAndNotify } from './brakes.ts'
import { createWrite, loadWatch, Replaced, type RulesWorkOptions, type Watch } from './watch.ts'
import { rulesWatch } from '../store.ts'

/**
 * Rules as a task of the worker. The cursors of an account’s chats and the hits are stored; everything else is kept in memory between rounds, and read
 * again if another process has done the last round.
 */
export function rulesTask(options: RulesWorkOptions): Task {
  const { database, nowMs } = options
  const watches = new Map<string, Watch>()
  const runInSeries = createSerialRunner()

  async function runOnce(work: Work): Promise<ActionResult> {
    const { workspace } = work
    const next = (ms: number): ActionResult => ({ ...unlisted, next: rulesWatch(workspace, nowMs() + ms) })
    const watch = watches.get(workspace) ?? (await load(work))
    // After a failed round the state in memory may be ahead of the database.
    watches.delete(workspace)
    try {
      const { budget } = await standingOf(database.query, workspace)
      const ms = await runRound({ ...options, workspace, work, watch, budget, write: createWrite(options, work, watch) })
      if (ms !== null) watches.set(workspace, watch)
      return ms === null ? unlisted : next(ms)
    } catch (error) {
      if (error instanceof RuleBroke) await stopBroken(work, watch, error)
      else if (!(error instanceof Replaced) && !(error instanceof MatchingEnded)) throw error
      return next(0)
    } finally {
      if (watches.get(workspace) !== watch) watch.matching.close()
    }
  }

  async function load(work: Work): Promise<Watch> {
    await stopAfterCrash({ ...options, workspace: work.workspace, work })
    return loadWatch(options, work.workspace)
  }

  /** Stops the rule that ended the thread or took too long; where it is not known which one, all of the account. */
  async function stopBroken(work: Work, watch: Watch, { key, reason }: RuleBroke) {
    const { workspace } = work
    const rule = watch.rules.find((one) => one.key === key)
    await work.transaction(async (trx) => {
      const now = await readNow(trx, options.leaseNow)
      const round = { ...options, workspace, watch }
      if (rule) await stopAndNotify(round, trx, rule, reason, now)
      else await switchOffAndNotify(round, trx, reason, now)
    })
  }

  return {
    lateAfterMs: Infinity,
    maxAheadMs: 2 * idleMs,
    skipped: async ({ workspace }) => rulesWatch(workspace, nowMs()),
    run: (_, work) => runInSeries(work.workspace, () => runOnce(work)),
  }
}

const unlisted: ActionResult = { outcome: 'done', note: '', isUnlisted: true }

/** Starting a rule plans a round while another one may still run: rounds of one workspace run one after the other. */
function createSerialRunner() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(workspace: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(workspace)
    const run = (before ?? Promise.resolve()).then(work, work)
    last.set(workspace, run)
    try {
      return await run
    } finally {
      if (last.get(workspace) === run) last.delete(workspace)
    }
  }
}
