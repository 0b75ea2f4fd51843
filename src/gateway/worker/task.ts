import type { Transaction } from 'kysely'
import type { Call } from '#contract/client.ts'
import type { KnownSounds } from '#contract/saving/known-sounds.ts'
import type { Cause } from '#contract/workspace/cause.ts'
import type { PlannedKind } from '#contract/workspace/standing-access.ts'
import type { SessionTables } from '../session/tables.ts'

/** What the kinds of work that run on their own (presets, opening hours, drift watch) are to the worker. */

/** An action that is planned, or due. One is identified by its workspace, kind and key: planning it again replaces it. */
export interface PlannedAction {
  workspace: string
  kind: PlannedKind
  key: string
  /** Milliseconds. */
  due: number
  /**
   * For the list of what runs on its own: "End the preset “Lockdown”", the chats it is about, and why. Neither text names a chat: who may not see all
   * of the chats reads them too.
   */
  title: string
  note: string
  /** Empty: it is about no chat, or about all. */
  chatIds: readonly number[]
  /** What the task needs to know, as JSON; '' for nothing. */
  data: string
}

/** What an action of a task may use. */
export interface Work {
  workspace: string
  accountId: number
  /**
   * Calls the API with the standing access, recorded as a change by Roomkeeper with this cause. Each request waits for the budget, and is sent only
   * while this process holds the lease and standing access is on. Otherwise it rejects with NotSent, a Failure that had no effect; whatever `run` then
   * resolves to, the action stays due and is begun again. An answer "too many requests" is waited for and repeated.
   */
  callFor: (cause: Cause) => Call
  sounds: () => Promise<KnownSounds>
  /** Writes what the task keeps itself. Like a request, it is done only while this process holds the lease, and rejects with NotSent otherwise. */
  transaction: <T>(write: (trx: Transaction<SessionTables>) => Promise<T>) => Promise<T>
}

export interface ActionResult {
  outcome: 'done' | 'failed' | 'decide'
  /** For the list of the last actions: "1 change found", "2 values need a decision"; '' where the outcome says it all. */
  note: string
  /** The title there, where it differs from the planned one: "Ended the preset “Lockdown”". */
  title?: string
  /** It is not listed among the last actions, because it repeats every few seconds. */
  isUnlisted?: true
  /** The next action of this kind and key, for what repeats. Not planned where the action was cancelled or replaced while it ran. */
  next?: PlannedAction
}

/**
 * One kind of work. An action is begun once. It may be run again only where the process that ran it ended or lost the lease before it was finished, or
 * where `run` rejected, so `run` must be able to go on where it was: it looks what is done already, and does the rest.
 */
export interface Task {
  /** An action that is this late is not carried out: it is listed, and asks. Milliseconds; Infinity for what can always be made up for. */
  lateAfterMs: number
  /**
   * For work that is never planned further ahead than this: an action that is was planned by a clock that has been set back since, and is due. Missing:
   * it may be planned for any time.
   */
  maxAheadMs?: number
  /** Where it rejects, it is run again after growing waits. */
  run: (action: PlannedAction, work: Work) => Promise<ActionResult>
  /** In the transaction in which somebody skips an action. Resolves to the next one of this kind and key, for what repeats. */
  skipped?: (action: PlannedAction, trx: Transaction<SessionTables>) => Promise<PlannedAction | null>
}

export type Tasks = Record<PlannedKind, Task>
