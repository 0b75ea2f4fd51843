import { InfiniteQueryObserver } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { queryClient } from '../query.ts'
import { runHere } from '../ui/jobs/runner.ts'
import { pagesQuery, type Range } from './read.ts'
import { rangeWords } from './time-range.ts'

/** Pages in a row that bring nothing new before a service is thought to go round in circles. */
const emptyPagesLimit = 20

/** Reads all that is left of a range, as a job beside other work. What is loaded stays loaded, also when it stops half way. */
export function loadAll(chat: Chat, range: Range): Promise<void> {
  const isAll = range.from === undefined && range.to === undefined
  const words = isAll ? 'all messages' : rangeWords(range)
  return runHere(
    { kind: 'messages-load', title: `Loading ${words}`, place: chat.name, chatId: chat.id, total: 0 },
    async ({ progress, signal, pausePoint }) => {
      const observer = new InfiniteQueryObserver(queryClient, pagesQuery(chat.id, range))
      const unsubscribe = observer.subscribe(() => {})
      const loaded = () => observer.getCurrentResult().data?.pages.reduce((sum, { messages }) => sum + messages.length, 0) ?? 0
      let empty = 0
      try {
        progress(loaded(), 0)
        while (observer.getCurrentResult().hasNextPage && !signal.aborted && empty < emptyPagesLimit) {
          await pausePoint()
          const before = loaded()
          const { isFetchNextPageError, error } = await observer.fetchNextPage({ cancelRefetch: false })
          if (isFetchNextPageError) throw error
          empty = loaded() === before ? empty + 1 : 0
          progress(loaded(), 0)
        }
        const complete = !observer.getCurrentResult().hasNextPage
        return {
          title: complete ? `Loaded ${words}` : `Stopped loading ${words}`,
          figures: [{ label: 'Loaded', value: loaded() }],
        }
      } finally {
        unsubscribe()
      }
    },
  )
}
