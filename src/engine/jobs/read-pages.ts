import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { PageOfMessages, PageVerdict } from './page-trail.ts'
import { createRequestScheduler, type SchedulerOptions } from './request-scheduler.ts'

/** Reads page after page. Requests are retried by the same scheduler, with the same waits, as those of a deletion. */

/** `stuck`: the pages don't get on (page-trail.ts), so what was read may not be all. */
export type ReadOutcome = 'complete' | 'stopped' | 'stuck' | { error: unknown }

interface ReadPagesOptions<P extends PageOfMessages> extends Pick<
  SchedulerOptions,
  'signal' | 'pausePoint' | 'patienceMs' | 'wait' | 'random'
> {
  /** Rejects with a Failure. @param next null for the first page */
  readPage: (next: string | null, signal: AbortSignal) => Promise<P>
  /** The cursor to start at; null is the first page. */
  start: string | null
  /** Stores the page that was read with `cursor`. Returns whether there is another one, and its cursor. `end`: nothing more is needed. */
  addPage: (page: P, cursor: string | null) => { verdict: PageVerdict; next: string | undefined }
  /** Called whenever nothing is sent because nothing gets through, and with null when that is over. */
  onHeld: (because: Failure | null) => void
}

/** Never rejects. Pages that were added before a failure or a stop stay added. */
export async function readPages<P extends PageOfMessages>({
  readPage,
  start,
  addPage,
  ...options
}: ReadPagesOptions<P>): Promise<ReadOutcome> {
  const scheduler = createRequestScheduler({ ...options, probe: (signal) => readPage(null, signal) })
  try {
    for (let cursor = start; ;) {
      const from = cursor
      const page: P | Failure = await scheduler.retry((signal) => readPage(from, signal))
      if (page instanceof Failure) return { error: page }
      const { verdict, next } = addPage(page, from)
      if (verdict === 'stuck') return 'stuck'
      if (verdict === 'end' || !next) return 'complete'
      cursor = next
    }
  } catch (error) {
    return options.signal.aborted ? 'stopped' : { error }
  }
}

/** As a heading. */
export const stuckCause = () => `${serviceNameFirst()} keeps sending the same pages`

/** For readers that need all of a range. */
export const stuckFailure = () => new Failure('not-this-api', { reason: `${stuckCause()} of messages, so they can’t be read to the end.` })
