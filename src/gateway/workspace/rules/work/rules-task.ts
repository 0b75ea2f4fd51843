import type { Kysely } from 'kysely'
import { defaultBudget } from '#contract/workspace/standing-access.ts'
import type { SessionTables } from '../../../session/tables.ts'
import type { ActionResult, Task, Work } from '../../../worker/task.ts'
import { idleMs, takeTurn } from './turn.ts'
import { createWrite, loadWatch, Replaced, type RulesWorkOptions, type Watch } from './watch.ts'
import { rulesWatch } from './watch-action.ts'

/**
 * Rules as work that runs on its own. What an account’s chats were read to, and what rules hold, is stored; the rest is kept in memory between two rounds
 * and read anew where this process has not done the last one.
 */
export function rulesTask(options: RulesWorkOptions): Task {
  const { database, nowMs } = options
  const watches = new Map<string, Watch>()
  const inTurn = createTurns()

  async function round(work: Work): Promise<ActionResult> {
    const { workspace } = work
    const next = (ms: number): ActionResult => ({ ...unlisted, next: rulesWatch(workspace, nowMs() + ms) })
    const watch = watches.get(workspace) ?? (await loadWatch(options, workspace))
    // What is in memory after a round that failed may be ahead of what is stored.
    watches.delete(workspace)
    try {
      const budget = await budgetOf(database.query, workspace)
      const ms = await takeTurn({ ...options, workspace, work, watch, budget, write: createWrite(options, work, watch) })
      if (ms === null) return unlisted
      watches.set(workspace, watch)
      return next(ms)
    } catch (error) {
      if (error instanceof Replaced) return next(0)
      throw error
    }
  }

  return {
    lateAfterMs: Infinity,
    maxAheadMs: 2 * idleMs,
    skipped: async ({ workspace }) => rulesWatch(workspace, nowMs()),
    run: (_, work) => inTurn(work.workspace, () => round(work)),
  }
}

const unlisted: ActionResult = { outcome: 'done', note: '', isUnlisted: true }

/** Whoever starts a rule plans a round while another one may be under way: that one is waited for. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(workspace: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(workspace)
    const turn = (before ?? Promise.resolve()).then(work, work)
    last.set(workspace, turn)
    try {
      return await turn
    } finally {
      if (last.get(workspace) === turn) last.delete(workspace)
    }
  }
}

async function budgetOf(query: Kysely<SessionTables>, workspace: string): Promise<number> {
  const row = await query.selectFrom('standing_access').select('budget').where('workspace', '=', workspace).executeTakeFirst()
  return row?.budget ?? defaultBudget
}
