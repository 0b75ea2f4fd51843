import { byteLength } from '#contract/values.ts'
import { maxRecordChanges } from '#contract/workspace/records.ts'

/** Well below the limit of a request. */
const maxChunkBytes = 200_000

/** Parts of a list that one request each can carry. An item that is larger by itself is a part of its own. */
export function chunked<T>(items: readonly T[]): T[][] {
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
