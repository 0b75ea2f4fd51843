import { InfiniteQueryObserver } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { jobs, type Receipt } from '#dashboard/platform/jobs/job.ts'
import { wait } from '#dashboard/platform/jobs/request-scheduler.ts'
import { dismissJob, runHere } from '#dashboard/platform/jobs/runner.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { createStore } from '#dashboard/ui/store.ts'
import { createList } from './loaded.ts'
import { causeOf, pagesFailed, readToEnd, type End } from './read-to-end.ts'
import { pagesKey, pagesQuery, readPage, type Page, type Pages, type Range } from './read.ts'
import { rangeWords } from './time-range.ts'

/** How long nothing may get through before it ends, in milliseconds: as long as a deletion waits. */
const patienceMs = 60_000
const kind = 'messages-load'

const idOf = (chatId: number, range: Range) => JSON.stringify(pagesKey(chatId, range))
/** The ranges that are being loaded. Only one of both reads them further: this work, or scrolling. */
const loading = createStore<ReadonlySet<string>>(new Set())
export const useIsLoadingAll = (chatId: number, range: Range) => loading.use().has(idOf(chatId, range))

/** Reads all that is left of a range, as a job beside other work. What is loaded stays loaded, also when it stops half way. */
export async function loadAll(chat: Chat, range: Range): Promise<void> {
  const id = idOf(chat.id, range)
  if (loading.get().has(id)) return
  loading.set(new Set([...loading.get(), id]))
  // One receipt for a chat: the one of an earlier attempt is outdated.
  for (const job of jobs.get()) if (job.kind === kind && job.chatId === chat.id && job.phase === 'ended') void dismissJob(job.id)
  const words = rangeWords(range)
  try {
    await runHere({ kind, title: `Loading messages, ${words}`, place: chat.name, chatId: chat.id, total: 0 }, (running) =>
      load(chat.id, range, words, running),
    )
  } finally {
    loading.set(new Set([...loading.get()].filter((other) => other !== id)))
  }
}

async function load(
  chatId: number,
  range: Range,
  words: string,
  { progress, ...control }: Parameters<Parameters<typeof runHere>[1]>[0],
): Promise<Receipt> {
  const query = pagesQuery(chatId, range)
  const { queryKey, getNextPageParam } = query
  const listOf = createList()
  const pages = () => queryClient.getQueryData<Pages>(queryKey)?.pages ?? []
  const loaded = () => listOf(pages()).list.length
  const nextOf = (all: Page[]) => (all.length > 0 ? getNextPageParam(all.at(-1)!, all) : undefined)

  /** Where the list began anew meanwhile, the page does not belong behind it: it goes on behind what is there now. */
  function take(page: Page, asked: string | null) {
    const before = loaded()
    if (nextOf(pages()) === asked)
      queryClient.setQueryData<Pages>(queryKey, (data) => data && { pages: [...data.pages, page], pageParams: [...data.pageParams, asked] })
    return { fresh: loaded() - before, next: nextOf(pages()) }
  }

  // A page that scrolling asked for would come a second time.
  await queryClient.cancelQueries({ queryKey })
  const unsubscribe = new InfiniteQueryObserver(queryClient, query).subscribe(() => {})
  const tell = (trouble = '') => progress(loaded(), 0, { note: '', trouble })
  tell()
  try {
    const start = nextOf(pages())
    const end =
      start === undefined
        ? 'complete'
        : await readToEnd({
            ...control,
            readPage: (next, signal) => readPage(chatId, range, next, signal),
            start,
            take,
            onProgress: tell,
            patienceMs,
            wait,
            random: Math.random,
          })
    const isCircle = end === 'complete' && pages().at(-1)?.next !== undefined
    return receiptOf(words, loaded(), isCircle ? 'circle' : end)
  } finally {
    unsubscribe()
  }
}

function receiptOf(words: string, loaded: number, end: End): Receipt {
  const figures = [{ label: 'Loaded', value: loaded }, ...pagesFailed(end)]
  const cause = causeOf(end)
  if (cause !== null) return { title: `Not all messages were loaded (${words}). ${cause}. ${counted(loaded, 'message')} loaded.`, figures }
  return { title: end === 'stopped' ? `Loading stopped (${words})` : `All messages loaded (${words})`, figures }
}
