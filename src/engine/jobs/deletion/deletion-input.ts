/** The messages to delete. Plain data that a browser can store; each index is a step of the job. */
export interface DeletionInput {
  /** Message ids, each once, newest first: what users see in the chat is deleted first. */
  ids: Float64Array
  /** When each was posted, in seconds. */
  times: Float64Array
}

/** @param chosen in any order; `time` in seconds */
export function deletionInput(chosen: Iterable<{ id: number; time: number }>): DeletionInput {
  const unique = [...new Map(Array.from(chosen, (message) => [message.id, message])).values()]
  const messages = unique.toSorted((one, other) => other.time - one.time || other.id - one.id)
  return { ids: Float64Array.from(messages, ({ id }) => id), times: Float64Array.from(messages, ({ time }) => time) }
}

/** How messages of one chat are deleted and read. Both reject with a Failure, or with the signal's reason once it is aborted. */
export interface DeletionPort {
  /** @param ids at most `maxDeleteBatchSize` */
  deleteSome: (ids: number[], signal: AbortSignal) => Promise<unknown>
  readPage: (page: PageRequest, signal: AbortSignal) => Promise<IdPage>
}

/** `from` and `to` in whole seconds, both inclusive. */
export interface PageRequest {
  from: number
  to: number
  next: string | undefined
}

/** In any order. */
export interface IdPage {
  messages: { messageId: number }[]
  next?: string | undefined
}
