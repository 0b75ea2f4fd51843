import type { Message } from '#contract/messages.ts'
import { activityBuckets, type ActivityBucket } from './activity.ts'
import { indexMessage, newestFirst, type IndexedMessage } from './indexed-message.ts'
import { createMatcher, type MessageFilter } from './filter.ts'
import { createTextForms, type TextForms } from './text-forms.ts'
import { authorsOf, type Author } from './authors.ts'
import { findWaves, repeatedForms, type Wave } from './waves.ts'
import { testWordFilter, type WordFilterResult } from './word-filter.ts'

/** An overview of all loaded messages. */
export interface MessageSummary {
  waves: Wave[]
  /** By message id, how many messages have the same normal form; only repeated ones (waves.ts). */
  repeated: Map<number, number>
  repeatedTotal: number
  /** Messages with a link. */
  links: number
  activity: ActivityBucket[]
  /** The authors with the most messages, at most 5,000, and the number of all authors. */
  authors: Author[]
  authorsTotal: number
}

/** Limits the size of the answer. Nobody scrolls to the 5,001st author. */
const maxAuthors = 5000

/** Stores messages and answers questions about them. Values that depend on one message are computed when it is added. */
export function createMessageIndex() {
  let entries = new Map<number, IndexedMessage>()
  let forms = createTextForms()
  let sorted: ReturnType<typeof sortedMessages> | null = null

  const current = () => (sorted ??= sortedMessages(entries, forms))

  function remove(ids: readonly number[]) {
    for (const id of ids) entries.delete(id)
    sorted = null
  }

  return {
    /** A message with a known id replaces the earlier one. */
    add: (messages: readonly Message[]) => {
      for (const message of messages) entries.set(message.messageId, indexMessage(message, forms.of(message.text)))
      sorted = null
    },
    remove,
    /** Ids, newest first. Throws an Error with the reason if the regular expression is invalid. */
    filter: (filter: MessageFilter): Float64Array<ArrayBuffer> => {
      const { list, repeated } = current()
      return Float64Array.from(list.filter(createMatcher(filter, repeated)), ({ id }) => id)
    },
    summary: (): MessageSummary => {
      const { list, repeated } = current()
      const waves = findWaves(list, forms)
      const inWaves = new Set(waves.flatMap(({ ids }) => ids))
      const repeatedMessages = list.filter(({ form }) => repeated.has(form))
      const authors = authorsOf(list)
      return {
        waves,
        repeated: new Map(repeatedMessages.map(({ id, form }) => [id, repeated.get(form) ?? 0])),
        repeatedTotal: repeatedMessages.length,
        links: list.filter(({ hasLink }) => hasLink).length,
        activity: activityBuckets(list, inWaves),
        authors: authors.slice(0, maxAuthors),
        authorsTotal: authors.length,
      }
    },
    /** How many of these messages would be part of a wave if they were added. Messages that are indexed already do not count. */
    suspects: (messages: readonly Message[]): number => {
      const added = messages
        .filter(({ messageId }) => !entries.has(messageId))
        .map((message) => indexMessage(message, forms.of(message.text)))
      const inWaves = new Set(findWaves([...added, ...current().list].toSorted(newestFirst), forms).flatMap(({ ids }) => ids))
      return added.filter(({ id }) => inWaves.has(id)).length
    },
    /** @param saved, draft `filterWords` of a chat */
    testWordFilter: (saved: string, draft: string): WordFilterResult => testWordFilter(current().list, saved, draft),
  }
}

/** Sorting is cheap here, because the messages are nearly in order. */
function sortedMessages(entries: ReadonlyMap<number, IndexedMessage>, forms: TextForms) {
  const list = [...entries.values()].toSorted(newestFirst)
  return { list, repeated: repeatedForms(list, forms) }
}
