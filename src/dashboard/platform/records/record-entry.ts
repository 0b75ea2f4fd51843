import { Failure } from '#contract/client.ts'
import { staleCode } from '#contract/own-service.ts'
import type { RecordKind, RecordValue } from '#contract/gateway/record-kinds.ts'

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
export interface StaleEntry<K extends RecordKind = RecordKind> {
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
