import type { IpRange } from '../ranges/range.ts'
import type { BanStep } from '../ranges/steps.ts'

/** The changes of one chat's list. Plain data that a browser can keep. */
export interface ChatPlan {
  chatId: number
  chatName: string
  /** Bans first: nothing is unbanned before every ban of the plan was seen in the list. */
  steps: BanStep[]
  /** The addresses that the plan may unban. A step that would unban any other address is not sent. */
  mayUnban: IpRange[]
  /** Rolls back if any step fails. */
  rollsBack?: boolean
  /** Bans of more than 65,536 addresses are sent once, whatever the outcome: whoever typed them checks before repeating them. */
  wideOnce?: boolean
}

/** How the list of a chat is read and changed. All reject with a Failure, or with the signal's reason once it is aborted. */
export interface BanPort {
  list: (chatId: number, signal: AbortSignal) => Promise<IpRange[]>
  ban: (chatId: number, range: IpRange, signal: AbortSignal) => Promise<unknown>
  unban: (chatId: number, range: IpRange, signal: AbortSignal) => Promise<unknown>
}

/**
 * The outcome of a step, by the list as the service gave it afterwards. `refused`: with the service's own words where it sent any. `unsafe`: not sent,
 * because it would have unbanned other addresses. `unknown`: sent, and the list could not be read.
 */
export type BanOutcome = 'done' | 'refused' | 'unsafe' | 'unknown' | 'notTried'

export interface Unfinished {
  step: BanStep
  outcome: Exclude<BanOutcome, 'done'>
  /** '' where the service gave no reason. */
  reason: string
}

export interface ChatReceipt {
  chatId: number
  chatName: string
  done: number
  unfinished: Unfinished[]
  /** Whether everything was rolled back; null where nothing had to be. */
  rolledBack: boolean | null
}
