/** What was read of chats just now. Whoever saves reads a chat first, so that the log need not read it again to know what was there. */

interface Answer {
  status: number
  text: string
  etag: string | null
}

interface Read extends Omit<Answer, 'status'> {
  at: number
}

/** A service without versions may hold something else by then, as it may after a read of the log’s own. Milliseconds. */
const freshMs = 2000
const maxReads = 200
const maxLength = 200_000
/** Writes that are remembered, so that no answer from before one counts after it. */
const maxWrites = 1000

/** @param nowMs milliseconds */
export function createLastReads(nowMs: () => number) {
  const reads = new Map<string, Read>()
  /** By chat, the number of its last write. */
  const writes = new Map<string, number>()
  /** Of what was forgotten. */
  let forgotten = 0
  let written = 0

  function noteWrite(key: string) {
    reads.delete(key)
    writes.delete(key)
    writes.set(key, ++written)
    const [oldest] = writes
    if (writes.size <= maxWrites || !oldest) return
    writes.delete(oldest[0])
    forgotten = oldest[1]
  }

  return {
    /** Sends a read of a chat. */
    read: async <A extends Answer>(workspace: string, path: string, send: () => Promise<A>): Promise<A> => {
      const key = `${workspace} ${path}`
      const before = written
      const answer = await send()
      const isOlder = (writes.get(key) ?? forgotten) > before
      reads.delete(key)
      if (answer.status !== 200 || answer.text.length > maxLength || isOlder) return answer
      reads.set(key, { text: answer.text, etag: answer.etag, at: nowMs() })
      if (reads.size > maxReads) reads.delete(reads.keys().next().value!)
      return answer
    },
    /**
     * Sends a change of a chat, with the answer that it is about; null where the service may hold something else by now.
     * @param version where the service makes the change only to this one
     */
    change: async <A>(
      workspace: string,
      path: string,
      version: string | undefined,
      send: (held: string | null) => Promise<A>,
    ): Promise<A> => {
      const key = `${workspace} ${path}`
      const read = reads.get(key)
      const isIt = read && (version === undefined ? nowMs() - read.at < freshMs : read.etag === version)
      noteWrite(key)
      try {
        return await send(isIt ? read.text : null)
      } finally {
        // What was read while it was under way may be from before.
        noteWrite(key)
      }
    },
  }
}
