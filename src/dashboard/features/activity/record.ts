import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserStore } from '#dashboard/platform/records/browser-db.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { fromStored, type EntryKey, type KeptEntry, type StoredEntry } from './entry.ts'

/** Reads the record back. */

const store = browserStore<StoredEntry>('activity')

/** Newest first. Rejects where the browser keeps nothing. */
export const recordQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['activity', accountId],
    queryFn: async () =>
      (await store.within([accountId])).toReversed().flatMap(({ key, value: stored }): KeptEntry[] => {
        const value = fromStored(stored)
        return value ? [{ key: key as EntryKey, value }] : []
      }),
    staleTime: 0,
    retry: false,
  })

const reread = () => queryClient.invalidateQueries({ queryKey: ['activity'] })

/** Reads again whenever this or another tab records a change. */
export function useNewEntries() {
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel('roomkeeper-activity')
    channel.addEventListener('message', () => void reread())
    return () => channel.close()
  }, [])
}

export async function clearRecord(accountId: number): Promise<void> {
  await store.clear([accountId])
  await reread()
}
