import type { Range } from '../ranges/range.ts'
import type { Step } from '../ranges/steps.ts'

/** What shall become of the list of one room. Plain data that a browser can keep. */
export interface RoomPlan {
  chatId: number
  /** The room's name. */
  place: string
  /** Bans first: a lift waits until every ban of the plan was seen in the list. */
  steps: Step[]
  /** The addresses that may be free afterwards. A lift that would free another one is not sent. */
  frees: Range[]
  /** Goes back to where it was if any step fails. */
  rollsBack?: boolean
  /** Bans of more than 65,536 addresses go out once, whatever becomes of them: whoever typed them looks before asking again. */
  wideOnce?: boolean
}

/** How the engine reaches the service. All reject with a Failure, or with the signal's reason once it is aborted. */
export interface Port {
  list: (chatId: number, signal: AbortSignal) => Promise<Range[]>
  ban: (chatId: number, range: Range, signal: AbortSignal) => Promise<unknown>
  lift: (chatId: number, range: Range, signal: AbortSignal) => Promise<unknown>
}

/**
 * What became of a step, by the list as the service gave it afterwards. `refused`: with the service's own words where it sent any. `unsafe`: a lift
 * that was not sent, because it would have freed other addresses. `unknown`: sent, and the list could not be read.
 */
export type Outcome = 'done' | 'refused' | 'unsafe' | 'unknown' | 'notTried'

export interface Unfinished {
  step: Step
  outcome: Exclude<Outcome, 'done'>
  /** '' where the service gave no reason. */
  reason: string
}

export interface RoomReceipt {
  chatId: number
  place: string
  done: number
  unfinished: Unfinished[]
  /** Whether a plan that goes back was taken back wholly; null where there was no need. */
  rolledBack: boolean | null
}
