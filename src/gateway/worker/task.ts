import type { PlannedAction } from './planner.ts'
import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { Call } from '#contract/client.ts'
import type { KnownSounds } from '#engine/saving/sounds.ts'
import type { Cause } from '#contract/gateway/cause.ts'
import type { PlannedKind } from '#contract/gateway/standing-access.ts'
import type { Wait } from '#engine/jobs/request-scheduler.ts'
import type { Trx, GatewayDatabase } from '../database/database.ts'
import type { Recorder } from '../metrics/recorder.ts'
import type { Notify } from '../notifications/notify.ts'
import type { Matching } from '../rules/matching/matching-thread.ts'
import type { PresetPort } from '../jobs/job-run.ts'

/** The interface between the worker and its tasks (presets, opening hours, drift watch, rules). */

/** The services that a running action may use. */
export interface Work {
  workspace: string
  accountId: number
  /**
   * Calls the API with standing access; changes are recorded as made by Roomkeeper with this cause. Each request waits for the budget, and is sent only
   * while this process holds the lease and standing access is on. Otherwise it rejects with NotSent, a Failure without effect; the action then stays due
   * and is started again, whatever `run` resolves to. After "too many requests" it waits and retries.
   */
  callFor: (cause: Cause) => Call
  sounds: () => Promise<KnownSounds>
  /** A transaction for the task's own tables. Like a request, it rejects with NotSent unless this process holds the lease. */
  transaction: <T>(write: (trx: Trx) => Promise<T>) => Promise<T>
}

export interface ActionResult {
  outcome: 'done' | 'failed' | 'decide'
  /** For the list of past actions: "1 change found", "2 values need a decision", or ''. */
  note: string
  /** The title in that list, if it differs from the planned one: "Ended the mode “Lockdown”". */
  title?: string
  /** The action is not listed among past actions, because it repeats every few seconds. */
  isUnlisted?: true
  /** The next action of this kind and key, for repeating actions. Ignored if the action was cancelled or replaced while it ran. */
  next?: PlannedAction
}

/**
 * One kind of work. An action runs once, except that it runs again if the process stopped or lost the lease before it finished, or if `run` rejected. So
 * `run` must be resumable: it checks what is done already, and does the rest.
 */
export interface Task {
  /** An action that is this late is not run but listed for a decision. Milliseconds; Infinity: it can always be made up. */
  lateAfterMs: number
  /**
   * Actions are never planned further ahead than this: one that is was planned before the clock was set back, and is due. Missing: an action may be
   * planned for any time.
   */
  maxAheadMs?: number
  /** If it rejects, it is retried after growing waits. */
  run: (action: PlannedAction, work: Work) => Promise<ActionResult>
  /** Called in the transaction that skips an action. Resolves to the next action of this kind and key, for repeating actions. */
  skipped?: (action: PlannedAction, trx: Trx) => Promise<PlannedAction | null>
}

export type Tasks = Record<PlannedKind, Task>

/** What the tasks need in addition to the `Work` of each action. */
export interface TaskOptions {
  database: GatewayDatabase
  presetPort: Pick<PresetPort, 'of' | 'forget'>
  log: Logger
  notify: Notify
  matching: Matching
  nowMs: () => number
  /** The time of the database, for leases. */
  leaseNow: () => RawBuilder<number>
  /** Milliseconds of the monotonic clock. */
  monotonicMs: () => number
  wait: Wait
  recorder?: Recorder
}
