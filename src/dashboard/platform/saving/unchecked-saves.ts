import type { Failure } from '#contract/client.ts'

/** A save after which what the service holds could not be read. */
export interface NotChecked<Held, Values> {
  /** Whether the service said that it is saved; otherwise nobody knows. */
  isConfirmed: boolean
  /** As it was read right before. */
  fresh: Held
  /** As it should have been then: an earlier save that was not checked either may have changed more. */
  expected: Values
  changes: Partial<Values>
  /** Why nobody knows whether it is saved, or else why it could not be read. */
  because: Failure
}

/** As it should be after a save of which nobody knows more; what an unconfirmed one edits is still an edit. */
export const expectedAfter = <Held, Values>({ isConfirmed, expected, changes }: NotChecked<Held, Values>): Values =>
  isConfirmed ? { ...expected, ...changes } : expected

/** Kept until the page is loaded anew, so also for whoever comes back from another page. */
export const uncheckedSaves = <Save>() => new Map<string, Save>()
