/** Rows in one chunk of a list. */
export const chunkSize = 100

/**
 * A list in chunks, so that a long one neither fills the memory nor blocks the event loop. It yields all chunks but the last, which it returns together
 * with the other fields of the response. Rows that change while it is read may be included or not; all others are included exactly once.
 */
export type ChunkedList<Row, Fields = object> = AsyncGenerator<Row[], { data: Row[] } & Fields>

/**
 * @param read resolves to `count` rows after the last one, or from the beginning
 * @param maxRows in total; where it cuts off further rows, `cutAfter` is the last row of the list
 */
export async function* readInChunks<Row, Shown>(
  read: (count: number, last: Row | undefined) => Promise<Row[]>,
  shown: (row: Row) => Shown,
  maxRows = Infinity,
): ChunkedList<Shown, { cutAfter: Row | undefined }> {
  let left = maxRows
  let last: Row | undefined
  for (;;) {
    const size = Math.min(left, chunkSize)
    // One more row than needed shows whether there is another chunk.
    const rows = await read(size + 1, last)
    const chunk = rows.slice(0, size)
    const hasMore = rows.length > size
    last = chunk.at(-1)
    left -= chunk.length
    if (!hasMore || left === 0) return { data: chunk.map(shown), cutAfter: hasMore ? last : undefined }
    yield chunk.map(shown)
  }
}
