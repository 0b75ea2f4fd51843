import type { Receipt } from '#dashboard/platform/jobs/job.ts'
import { stuckCause, type ReadOutcome } from '#engine/jobs/read-pages.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'

/** How a read of many pages ended, in words. */

/** Why reading did not reach the end of the range, as a heading; null if nothing failed. */
export function causeOf(outcome: ReadOutcome): string | null {
  if (outcome === 'complete' || outcome === 'stopped') return null
  return outcome === 'stuck' ? stuckCause() : errorMessage(outcome.error).cause
}

/** A figure for the receipt, marked as unusual, if a page could not be read. */
export const pagesFailed = (outcome: ReadOutcome): Receipt['figures'] =>
  causeOf(outcome) === null ? [] : [{ label: 'Pages failed', value: 1, odd: true }]
