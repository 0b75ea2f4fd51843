import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { type SchedulerOptions, createRequestScheduler } from './request-scheduler.ts'

/** Reads page after page. Requests are retried by the same scheduler, with the same waits, as those of a deletion. */

/** `stuck`: the pages don't get on (createPageTrail), so what was read may not be all. */
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

/** `stuck`: it can't be read further, and may not be complete. */
type PageVerdict = 'more' | 'end' | 'stuck'

export interface PageOfMessages {
  messages: readonly { messageId: number }[]
  /** Missing and '' mean that this is the last page. */
  next?: string | undefined
}

/** After this many pages in a row without a new message, no further one is expected to have any. */
const maxPagesWithoutNew = 10
/** 1,000,000 messages in pages of 25. */
const maxPages = 40_000

export type PageTrail = ReturnType<typeof createPageTrail>

/**
 * Whether pages of messages get on. A service may name a next page for ever: the same again, several in a circle, or ever new names for what was sent
 * before (docs/assumptions.md row 9). Then what is there can't be read to its end, which must not be taken for the end.
 */
export function createPageTrail() {
  const names = new Set<string>()
  const ids = new Set<number>()
  let pagesWithoutNew = 0

  return {
    /** Called with each page that was read, in their order. */
    add: ({ messages, next }: PageOfMessages): PageVerdict => {
      const before = ids.size
      for (const { messageId } of messages) ids.add(messageId)
      pagesWithoutNew = ids.size === before ? pagesWithoutNew + 1 : 0
      if (!next) return 'end'
      if (names.has(next) || pagesWithoutNew >= maxPagesWithoutNew || names.size >= maxPages) return 'stuck'
      names.add(next)
      return 'more'
    },
  }
}
