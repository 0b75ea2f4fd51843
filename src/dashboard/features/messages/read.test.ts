// @vitest-environment happy-dom
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { createPageMerger, deletedIn, forgetMessages, pagesQuery, type MessagePage, type MessagePages } from './read.ts'

const message = (messageId: number): Message => ({ messageId, time: messageId, userId: 1, image: null, userName: 'Ann', text: 'hello' })
const chatId = 7

/** The list of a chat of two pages: 4 and 3, then 2 and 1. @param second resolves once the second page may be answered */
function list(second: Promise<unknown>) {
  const queryFn = async ({ pageParam }: { pageParam: string | null }): Promise<MessagePage> => {
    if (pageParam === null) return { messages: [message(4), message(3)], next: 'second' }
    await second
    return { messages: [message(2), message(1)] }
  }
  const observer = new InfiniteQueryObserver(queryClient, { ...pagesQuery(chatId, {}), queryFn })
  const merge = createPageMerger()
  const shown = () => merge(observer.getCurrentResult().data?.pages ?? [], deletedIn(chatId)).list.map(({ messageId }) => messageId)
  return { observer, shown, stop: observer.subscribe(() => {}) }
}

test('what was deleted while a page was on its way does not come back with it', async () => {
  let answer = () => {}
  const { observer, shown, stop } = list(new Promise<void>((resolve) => (answer = resolve)))
  await expect.poll(shown).toEqual([4, 3])
  const next = observer.fetchNextPage()
  forgetMessages(chatId, [
    [4, 4],
    [2, undefined],
  ])
  expect(shown()).toEqual([3])
  answer()
  await next
  expect(shown()).toEqual([3, 1])
  // As one that is read for all of the range is added.
  const { pages, pageParams } = queryClient.getQueryData<MessagePages>(pagesQuery(chatId, {}).queryKey)!
  queryClient.setQueryData(pagesQuery(chatId, {}).queryKey, {
    pages: [...pages, { messages: [message(2)] }],
    pageParams: [...pageParams, 'third'],
  })
  expect(shown()).toEqual([3, 1])
  stop()
})
