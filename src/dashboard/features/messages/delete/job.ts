/** What is to be deleted. Plain data that a browser can keep; an index into it is called a place. */
export interface DeletionJob {
  /** Message ids, each once, newest first: what people see in the room goes first. */
  ids: Float64Array
  /** When each was posted, in seconds. */
  times: Float64Array
}

/** @param chosen in any order; `time` in seconds */
export function deletionJob(chosen: Iterable<{ id: number; time: number }>): DeletionJob {
  const unique = [...new Map(Array.from(chosen, (message) => [message.id, message])).values()]
  const messages = unique.toSorted((one, other) => other.time - one.time || other.id - one.id)
  return { ids: Float64Array.from(messages, ({ id }) => id), times: Float64Array.from(messages, ({ time }) => time) }
}

/** How the engine reaches one room. Both reject with a Failure, or with the signal's reason once it is aborted. */
export interface Port {
  /** @param ids at most `maxDeleteBatchSize` */
  removeSome: (ids: number[], signal: AbortSignal) => Promise<unknown>
  readPage: (page: PageOf, signal: AbortSignal) => Promise<Page>
}

/** `from` and `to` in whole seconds, both inclusive. */
export interface PageOf {
  from: number
  to: number
  next: string | undefined
}

/** In whatever order the service sends. */
export interface Page {
  messages: { messageId: number }[]
  next?: string | undefined
}
