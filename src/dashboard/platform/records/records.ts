import { queryOptions } from '@tanstack/react-query'
import type { RecordKind } from '#contract/workspace/record-kinds.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { canKeepSession } from '#dashboard/platform/session/session.ts'
import type { EntryChange, RecordBackend, RecordEntry } from './record-entry.ts'

/**
 * What an account remembers beyond what the service stores: the gateway keeps it for everybody in the account; where the page is hosted without one,
 * this browser keeps it for itself.
 */

/** Only a gateway keeps sessions, and it also stores records. */
export const isShared = canKeepSession

/** Where a record is, as the end of a help text. */
export const whereKept = isShared ? 'Shared with everyone in this account.' : 'Kept in this browser only.'

const backend = async (): Promise<RecordBackend> =>
  isShared ? (await import('./gateway-records.ts')).gatewayRecords : (await import('./browser-records.ts')).browserRecords

/** The records of a kind, in the order of their keys. @param chatId undefined: of the account, or of all chats */
export const recordsQuery = <K extends RecordKind>(kind: K, chatId?: number) =>
  queryOptions({ queryKey: ['records', kind, chatId ?? null] as const, queryFn: async () => (await backend()).list(kind, chatId) })

/**
 * Resolves to the stored records in the order of the changes, when the data on the screen is fresh. Rejects with a Failure, see staleEntries(); some of
 * the changes may have been made then.
 */
export async function writeRecords<K extends RecordKind>(kind: K, changes: EntryChange<K>[]): Promise<(RecordEntry<K> | null)[]> {
  try {
    return await (await backend()).write(kind, changes)
  } finally {
    await refreshRecords(kind)
  }
}

export const refreshRecords = (kind: RecordKind) => queryClient.invalidateQueries({ queryKey: ['records', kind] })

/** A key for a new record. Keys that were made later sort behind. @param at milliseconds */
export const newKey = (at = Date.now()): string => `${at}-k${crypto.randomUUID().slice(0, 8)}`

/** When a key of newKey() was made, in milliseconds. */
export const madeAt = ({ key }: { key: string }): number => Number.parseInt(key)
