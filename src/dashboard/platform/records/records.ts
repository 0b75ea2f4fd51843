import { queryOptions } from '@tanstack/react-query'
import type { RecordKind, RecordValue } from '#contract/workspace/record-kinds.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { Failure } from '#contract/client.ts'
import { staleCode } from '#contract/own-service.ts'

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

export const refreshRecords = (kind: RecordKind) => queryClient.invalidateQueries({ queryKey: ['records', kind] })

/** A key for a new record. Keys that were made later sort behind. @param at milliseconds */
export const newKey = (at = Date.now()): string => `${at}-k${crypto.randomUUID().slice(0, 8)}`

/** When a key of newKey() was made, in milliseconds. */
export const madeAt = ({ key }: { key: string }): number => Number.parseInt(key)

/** A record as a page knows it. */
export interface RecordEntry<K extends RecordKind = RecordKind> {
  /** null: of the account. */
  chatId: number | null
  key: string
  value: RecordValue<K>
  /** What the person may not see of the value is left out, so they cannot save it. */
  isReduced?: true | undefined
  version: number
  /** Unix seconds; 0 = not known. */
  changedAt: number
  /** The name of the person; '' = not known, or whoever signed in with the account's token. */
  changedBy: string
}

export interface EntryChange<K extends RecordKind = RecordKind> {
  chatId: number | null
  key: string
  /** What the change is based on; null = there is no such record yet. */
  before: RecordEntry<K> | null
  /** null deletes the record. */
  value: RecordValue<K> | null
}

/** A change that was not made because somebody else had changed the record. */
interface StaleEntry<K extends RecordKind = RecordKind> {
  /** Of the change, among those of the write. */
  index: number
  /** As it is now; null = it was deleted. */
  stored: RecordEntry<K> | null
}

export const staleFailure = (stale: StaleEntry[]) => new Failure('refused', { code: staleCode, data: stale })

/** The stale changes that a write was refused for; null for every other error. @param kind of the write */
export const staleEntries = <K extends RecordKind>(_kind: K, error: unknown): StaleEntry<K>[] | null =>
  // This code has exactly this data.
  error instanceof Failure && error.code === staleCode ? (error.data as StaleEntry<K>[]) : null
