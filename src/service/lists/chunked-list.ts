/** Rows in one part of a list. */
export const partSize = 100

/**
 * A list in parts, so that a long one fills no memory and does not hold the event loop: it yields those that others follow, and returns the last
 * one with whatever stands beside the rows. What changes while it is read may be in it or not; what does not change is in it once.
 */
export type Listing<Row, Beside = object> = AsyncGenerator<Row[], { data: Row[] } & Beside>

/**
 * @param read resolves to so many rows after the last one that was read, or from the beginning
 * @param most rows in all
 * Returns beside the last part its last row, where `most` cut off others after it.
 */
export async function* inParts<Row, Shown>(
  read: (count: number, last: Row | undefined) => Promise<Row[]>,
  shown: (row: Row) => Shown,
  most = Infinity,
): Listing<Shown, { cutAfter: Row | undefined }> {
  let left = most
  let last: Row | undefined
  for (;;) {
    const size = Math.min(left, partSize)
    // One more than asked for tells whether there is another part.
    const rows = await read(size + 1, last)
    const part = rows.slice(0, size)
    const hasMore = rows.length > size
    last = part.at(-1)
    left -= part.length
    if (!hasMore || left === 0) return { data: part.map(shown), cutAfter: hasMore ? last : undefined }
    yield part.map(shown)
  }
}
