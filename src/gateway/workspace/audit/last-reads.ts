/** What was read of chats just now. Whoever saves reads a chat first, so that the log need not read it again to know what was there. */

interface Read {
  text: string
  etag: string | null
  at: number
}

/** A service without versions may hold something else by then, as it may after a read of the log’s own. Milliseconds. */
const freshMs = 2000
const maxReads = 200
const maxLength = 200_000

/** @param nowMs milliseconds */
export function createLastReads(nowMs: () => number) {
  const reads = new Map<string, Read>()
  const keyOf = (workspace: string, path: string) => `${workspace} ${path}`
  return {
    note: (workspace: string, path: string, { status, text, etag }: { status: number; text: string; etag: string | null }) => {
      const key = keyOf(workspace, path)
      reads.delete(key)
      if (status !== 200 || text.length > maxLength) return
      reads.set(key, { text, etag, at: nowMs() })
      if (reads.size > maxReads) reads.delete(reads.keys().next().value!)
    },
    /**
     * The answer that a change is about, once; null where the service may hold something else by now.
     * @param version where the service makes the change only to this one
     */
    take: (workspace: string, path: string, version: string | undefined): string | null => {
      const key = keyOf(workspace, path)
      const read = reads.get(key)
      reads.delete(key)
      if (!read) return null
      const isIt = version === undefined ? nowMs() - read.at < freshMs : read.etag === version
      return isIt ? read.text : null
    },
  }
}
