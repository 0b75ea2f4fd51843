import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserStore } from '#dashboard/platform/records/browser-db.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import type { Entry, Kept } from './entry.ts'

/** Reads the record back. */

const store = browserStore<Entry>('activity')

/** Newest first. Rejects where the browser keeps nothing. */
export const recordQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['activity', accountId],
    queryFn: async () => ((await store.within([accountId])) as Kept[]).toReversed(),
    staleTime: 0,
    retry: false,
  })

const reread = () => queryClient.invalidateQueries({ queryKey: ['activity'] })

/** Reads again whenever this or another tab writes a line. */
export function useNews() {
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const news = new BroadcastChannel('roomkeeper-activity')
    news.addEventListener('message', () => void reread())
    return () => news.close()
  }, [])
}

export async function forgetAll(accountId: number): Promise<void> {
  await store.clear([accountId])
  await reread()
}
