import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { Receipt } from '#dashboard/platform/jobs/job.ts'
import { createRequestScheduler, type SchedulerOptions } from '#jobs/request-scheduler.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import type { MessagePage } from './read.ts'

/** Reads page after page. Requests are retried by the same scheduler, with the same waits, as those of a deletion. */

/** `loop`: the service keeps naming a next page, but none of them holds a new message. */
export type ReadOutcome = 'complete' | 'stopped' | 'loop' | { error: unknown }

/** After this many pages in a row without a new message, reading ends as a loop. */
const maxEmptyPages = 10

interface ReadToEndOptions extends Pick<SchedulerOptions, 'signal' | 'pausePoint' | 'patienceMs' | 'wait' | 'random'> {
  /** Rejects with a Failure. @param next null for the first page */
  readPage: (next: string | null, signal: AbortSignal) => Promise<MessagePage>
  /** The cursor to start at; null is the first page. */
  start: string | null
  /** Stores the page that was read with `cursor`. Returns how many of its messages are new, and the next cursor: undefined at the end. */
  addPage: (page: MessagePage, cursor: string | null) => { added: number; next: string | undefined }
  /** Called after each page and whenever reading pauses or resumes. @param trouble why reading is paused; '' while it continues */
  onProgress: (trouble: string) => void
}

/** Never rejects. Pages that were added before a failure or a stop stay added. */
export async function readToEnd({ readPage, start, addPage, onProgress, ...schedulerOptions }: ReadToEndOptions): Promise<ReadOutcome> {
  const scheduler = createRequestScheduler({
    ...schedulerOptions,
    probe: (signal) => readPage(null, signal),
    onHeld: (failure) => onProgress(failure ? errorMessage(failure).cause : ''),
  })
  try {
    let cursor = start
    for (let emptyPages = 0; emptyPages < maxEmptyPages;) {
      const from = cursor
      const page: MessagePage | Failure = await scheduler.retry((signal) => readPage(from, signal))
      if (page instanceof Failure) return { error: page }
      const { added, next } = addPage(page, from)
      emptyPages = added > 0 ? 0 : emptyPages + 1
      onProgress('')
      if (next === undefined) return 'complete'
      cursor = next
    }
    return 'loop'
  } catch (error) {
    return schedulerOptions.signal.aborted ? 'stopped' : { error }
  }
}

/** Why reading did not reach the end of the range, as a heading; null if nothing failed. */
export function causeOf(outcome: ReadOutcome): string | null {
  if (outcome === 'complete' || outcome === 'stopped') return null
  return outcome === 'loop' ? `${serviceNameFirst()} keeps sending the same pages` : errorMessage(outcome.error).cause
}

/** A figure for the receipt, marked as unusual, if a page could not be read. */
export const pagesFailed = (outcome: ReadOutcome): Receipt['figures'] =>
  causeOf(outcome) === null ? [] : [{ label: 'Pages failed', value: 1, odd: true }]
