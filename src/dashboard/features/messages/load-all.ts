import { InfiniteQueryObserver } from '@tanstack/react-query'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { type Job, jobs, type Receipt } from '#dashboard/platform/jobs/job.ts'
import { changeJob, type PageRun, runHere } from '#dashboard/platform/jobs/page-jobs.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { type ReadOutcome, readPages, stuckCause } from '#engine/jobs/read-pages.ts'
import {
  createPageMerger,
  deletedIn,
  judged,
  type MessagePage,
  type MessagePages,
  pagesKey,
  pagesQuery,
  readPage,
  type TimeRange,
} from './read.ts'
import { formatRange } from './time-range.ts'

/** Loading ends when no request has succeeded for this long, in milliseconds. Deletions wait as long. */
const patienceMs = 60_000
const kind = 'messages-load'
const kindOf = (chatId: number, range: TimeRange) => `${kind} ${JSON.stringify(pagesKey(chatId, range))}`

const isLoading = (list: readonly Job[], chatId: number, range: TimeRange) =>
  list.some((job) => job.kind === kindOf(chatId, range) && job.phase !== 'ended')

/** Whether a job is loading the range. Scrolling must not load further pages of it meanwhile. */
export const useIsLoadingAll = (chatId: number, range: TimeRange) => isLoading(jobs.use(), chatId, range)

/** Loads the remaining pages of a range as a background job. The pages loaded so far are kept if the job stops or fails. */
export async function loadAll(chat: Chat, range: TimeRange): Promise<void> {
  if (isLoading(jobs.get(), chat.id, range)) return
  // A chat shows one receipt of loading: those of earlier attempts are outdated.
  for (const job of jobs.get())
    if (job.kind.startsWith(kind) && job.chatId === chat.id && job.phase === 'ended') void changeJob(job.id, 'dismiss')
  const words = formatRange(range)
  const job = { kind: kindOf(chat.id, range), title: `Loading messages, ${words}`, place: chatTitle(chat), chatId: chat.id }
  await runHere(job, (running) => load(chat.id, range, words, running))
}

async function load(chatId: number, range: TimeRange, rangeText: string, { progress, ...control }: PageRun): Promise<Receipt> {
  const query = pagesQuery(chatId, range)
  const { queryKey, getNextPageParam } = query
  const mergePages = createPageMerger()
  const pages = () => queryClient.getQueryData<MessagePages>(queryKey)?.pages ?? []
  const loadedCount = () => mergePages(pages(), deletedIn(chatId)).list.length
  const report = () => progress(loadedCount())
  const nextCursor = (all: MessagePage[]) => (all.length > 0 ? getNextPageParam(all.at(-1)!) : undefined)
  const isStuck = () => pages().at(-1)?.isStuck === true

  /** Appends a page. If the list was reset meanwhile, the page is dropped and reading continues after the last page of the new list. */
  function addPage(page: MessagePage, requestedCursor: string | null) {
    if (nextCursor(pages()) === requestedCursor) {
      const added = judged(pages(), page)
      queryClient.setQueryData<MessagePages>(
        queryKey,
        (data) => data && { pages: [...data.pages, added], pageParams: [...data.pageParams, requestedCursor] },
      )
    }
    report()
    return { verdict: isStuck() ? ('stuck' as const) : ('more' as const), next: nextCursor(pages()) }
  }

  // A page that scrolling has requested would be loaded twice.
  await queryClient.cancelQueries({ queryKey })
  const unsubscribe = new InfiniteQueryObserver(queryClient, query).subscribe(() => {})
  report()
  try {
    const start = nextCursor(pages())
    const outcome =
      start === undefined
        ? 'complete'
        : await readPages({
            ...control,
            readPage: (next, signal) => readPage(chatId, range, next, signal),
            start,
            addPage,
            patienceMs,
          })
    return receiptOf(rangeText, loadedCount(), outcome === 'complete' && isStuck() ? 'stuck' : outcome)
  } finally {
    unsubscribe()
  }
}

function receiptOf(rangeText: string, loadedCount: number, outcome: ReadOutcome): Receipt {
  const figures = [{ label: 'Loaded', value: loadedCount }, ...pagesFailed(outcome)]
  const cause = causeOf(outcome)
  if (cause !== null)
    return { title: `Not all messages were loaded (${rangeText}). ${cause}. ${counted(loadedCount, 'message')} loaded.`, figures }
  return { title: outcome === 'stopped' ? `Loading stopped (${rangeText})` : `All messages loaded (${rangeText})`, figures }
}

/** Why reading did not reach the end of the range, as a heading; null if nothing failed. */
export function causeOf(outcome: ReadOutcome): string | null {
  if (outcome === 'complete' || outcome === 'stopped') return null
  return outcome === 'stuck' ? stuckCause() : errorMessage(outcome.error).cause
}

/** A figure for the receipt, marked as unusual, if a page could not be read. */
export const pagesFailed = (outcome: ReadOutcome): Receipt['figures'] =>
  causeOf(outcome) === null ? [] : [{ label: 'Pages failed', value: 1, odd: true }]
