import { staleCode } from '#contract/own-service.ts'
import { byteLength } from '#contract/values.ts'
import { recordKind, type RecordKind, type RecordValue } from '#contract/gateway/record-kinds.ts'
import { Failure } from '#contract/client.ts'
import { maxRecordChanges, StaleRecords, type StoredRecord } from '#contract/gateway/records.ts'
import { writeToGateway } from '#dashboard/platform/api/gateway-query.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'
import { staleFailure, type EntryChange, type RecordEntry } from './record-entry.ts'

/** Well below the limit of a request. */
const maxChunkBytes = 200_000

/** In the order of their keys. Rejects with a Failure. @param chatId undefined: of all chats, or of the account */
export async function listRecords<K extends RecordKind>(kind: K, chatId?: number): Promise<RecordEntry<K>[]> {
  const entries: RecordEntry<K>[] = []
  let after: string | null | undefined
  while (after !== null) {
    const query = { ...(chatId !== undefined && { chatId }), ...(after !== undefined && { after }) }
    const page = await callGateway('recordList', { params: { kind }, query })
    // A record of a later release may not have the form that this one knows.
    entries.push(...page.data.flatMap((stored) => entryOf(kind, stored) ?? []))
    after = page.next
  }
  return entries
}

/**
 * By compare-and-swap. Resolves to the records as they are stored now, in the order of the changes; null where one was deleted. Rejects with a Failure,
 * which is a staleFailure() where a record is not as the change expects it.
 */
export async function changeRecords<K extends RecordKind>(kind: K, changes: EntryChange<K>[]): Promise<(RecordEntry<K> | null)[]> {
  const sent = changes.map(({ chatId, key, before, value }) => ({ chatId, key, version: before?.version ?? 0, value }))
  const written: (RecordEntry<K> | null)[] = []
  for (const chunk of chunked(sent)) {
    const { data } = await writeToGateway('recordsWrite', { params: { kind }, body: { changes: chunk } }).catch((error: unknown) => {
      const stale = error instanceof Failure && error.code === staleCode ? StaleRecords.safeParse(error.data).data : undefined
      if (!stale) throw error
      throw staleFailure(stale.map(({ index, stored }) => ({ index: written.length + index, stored: stored && entryOf(kind, stored) })))
    })
    written.push(...data.map((stored) => stored && entryOf(kind, stored)))
  }
  return written
}

/** Parts of a list that one request each can carry. An item that is larger by itself is a part of its own. */
function chunked<T>(items: readonly T[]): T[][] {
  const chunks: T[][] = []
  let bytes = Infinity
  for (const item of items) {
    const size = byteLength(JSON.stringify(item))
    const chunk = chunks.at(-1)
    if (chunk && chunk.length < maxRecordChanges && bytes + size <= maxChunkBytes) chunk.push(item)
    else chunks.push([item])
    bytes = chunks.at(-1)!.length === 1 ? size : bytes + size
  }
  return chunks
}

/** null where the value does not have the form of its kind. */
export function entryOf<K extends RecordKind>(kind: K, { value, ...stored }: StoredRecord): RecordEntry<K> | null {
  const parsed = recordKind(kind).value.safeParse(value)
  // The schema is that of the kind.
  return parsed.success ? { ...stored, value: parsed.data as RecordValue<K> } : null
}
