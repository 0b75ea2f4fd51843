import type { WriteName } from '#contract/client.ts'
import type { Outcome, RecordedChange } from '#contract/recorded-change.ts'

/** A change through the API, as plain data. */
export interface ActivityEntry extends RecordedChange {
  /** The endpoint. */
  action: WriteName
  /** Milliseconds. */
  at: number
  /** Its number in the audit log. */
  line: number
  /** The chat's name as it was; '' where it was not known, or where no chat is meant. */
  chatName: string
  outcome: Outcome
  /** What the service answered, or what kept it from answering; '' where it is done. */
  message: string
}
