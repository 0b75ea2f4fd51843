import { queryOptions } from '@tanstack/react-query'
import { Failure } from '#contract/client.ts'
import { browserStore, type BrowserKey } from '#dashboard/platform/records/browser-db.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'

/** Saved announcements, stored in this browser for the signed-in account. */

export interface SavedText {
  key: BrowserKey
  text: string
}

const store = browserStore<string>('post-texts')

/** Newest first. */
export const savedTextsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['post-texts', accountId],
    queryFn: async () => (await store.within([accountId])).map(({ key, value }): SavedText => ({ key, text: value })).toReversed(),
    staleTime: Infinity,
    retry: false,
  })

const follow = (accountId: number) => queryClient.invalidateQueries({ queryKey: savedTextsQuery(accountId).queryKey })

/** Rejects with a Failure if this browser cannot store it. @param at milliseconds; determines its position in the list */
export async function saveText(accountId: number, text: string, at = Date.now()): Promise<SavedText> {
  const key: BrowserKey = [accountId, at]
  try {
    await store.set(key, text)
  } catch (cause) {
    throw new Failure('refused', { advice: 'This browser cannot store it: the window is private, or the disk is full.', cause })
  } finally {
    await follow(accountId)
  }
  return { key, text }
}

export async function deleteText({ key }: SavedText): Promise<void> {
  await store.remove(key)
  await follow(key[0])
}
