import { Failure } from '#contract/client.ts'
import type { Receipt } from '#dashboard/platform/jobs/job.ts'
import { createRequestScheduler, type SchedulerOptions } from '#dashboard/platform/jobs/request-scheduler.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import type { Page } from './read.ts'

/** Reading page after page as long work does: each page is tried again as a deletion is, with the same waits. */

/** `circle`: the service leads from page to page without anything new. */
export type End = 'complete' | 'stopped' | 'circle' | { error: unknown }

/** Pages in a row that bring nothing new before the service is taken to go round in circles. */
const maxEmptyPages = 10

interface ReadingToEnd extends Pick<SchedulerOptions, 'signal' | 'pausePoint' | 'patienceMs' | 'wait' | 'random'> {
  /** Rejects with a Failure. @param next null for the first page */
  readPage: (next: string | null, signal: AbortSignal) => Promise<Page>
  /** Where to begin; null is the first page. */
  start: string | null
  /** Keeps a page that came behind `asked`. Answers how many of its messages are new, and where to go on: undefined at the end. */
  take: (page: Page, asked: string | null) => { fresh: number; next: string | undefined }
  /** Called after each page, and when something holds the reading up. @param trouble why nothing is read at the moment; '' where it goes on */
  onProgress: (trouble: string) => void
}

/** Never rejects: what was taken before a failure or a stop stays taken. */
export async function readToEnd({ readPage, start, take, onProgress, ...pace }: ReadingToEnd): Promise<End> {
  const scheduler = createRequestScheduler({
    ...pace,
    probe: (signal) => readPage(null, signal),
    onHeld: (because) => onProgress(because ? errorMessage(because).cause : ''),
  })
  try {
    let asked = start
    for (let empty = 0; empty < maxEmptyPages;) {
      const from = asked
      const page: Page | Failure = await scheduler.retry((signal) => readPage(from, signal))
      if (page instanceof Failure) return { error: page }
      const { fresh, next } = take(page, from)
      empty = fresh > 0 ? 0 : empty + 1
      onProgress('')
      if (next === undefined) return 'complete'
      asked = next
    }
    return 'circle'
  } catch (error) {
    return pace.signal.aborted ? 'stopped' : { error }
  }
}

/** Why it did not come to the end of the range, as a heading; null where nothing failed. */
export function causeOf(end: End): string | null {
  if (end === 'complete' || end === 'stopped') return null
  return end === 'circle' ? 'The service keeps sending the same pages' : errorMessage(end.error).cause
}

/** Amber: a page that could not be read. */
export const pagesFailed = (end: End): Receipt['figures'] => (causeOf(end) === null ? [] : [{ label: 'Pages failed', value: 1, odd: true }])
