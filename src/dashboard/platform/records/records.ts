import { queryOptions } from '@tanstack/react-query'
import type { RecordKind } from '#contract/gateway/record-kinds.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import type { EntryChange, RecordEntry } from './record-entry.ts'

/** What an account remembers beyond what the service stores. The gateway keeps it for everybody in the account. */

/** Where a record is, as the end of a help text. */
export const whereKept = 'Shared with everyone in this account.'

const load = () => import('./gateway-records.ts')

/** The records of a kind, in the order of their keys. @param chatId undefined: of the account, or of all chats */
export const recordsQuery = <K extends RecordKind>(kind: K, chatId?: number) =>
  queryOptions({ queryKey: ['records', kind, chatId ?? null] as const, queryFn: async () => (await load()).listRecords(kind, chatId) })

/**
 * Resolves to the stored records in the order of the changes, when the data on the screen is fresh. Rejects with a Failure, see staleEntries(); some of
 * the changes may have been made then.
 */
export async function writeRecords<K extends RecordKind>(kind: K, changes: EntryChange<K>[]): Promise<(RecordEntry<K> | null)[]> {
  try {
    return await (await load()).changeRecords(kind, changes)
  } finally {
    await refreshRecords(kind)
  }
}

export const deleteRecord = async <K extends RecordKind>(kind: K, entry: RecordEntry<K>): Promise<void> =>
  void (await writeRecords(kind, [{ chatId: entry.chatId, key: entry.key, before: entry, value: null }]))

export const refreshRecords = (kind: RecordKind) => queryClient.invalidateQueries({ queryKey: ['records', kind] })

/** A key for a new record. Keys that were made later sort behind. @param at milliseconds */
export const newKey = (at = Date.now()): string => `${at}-k${crypto.randomUUID().slice(0, 8)}`

/** When a key of newKey() was made, in milliseconds. */
export const madeAt = ({ key }: { key: string }): number => Number.parseInt(key)
