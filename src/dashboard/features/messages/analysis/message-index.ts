import type { Message } from '#contract/messages.ts'
import { activity, type Bucket } from './activity.ts'
import { indexMessage, newestFirst, type IndexedMessage } from './indexed-message.ts'
import { matcher, type Filter } from './filter.ts'
import { createTextForms, type TextForms } from './text-forms.ts'
import { authorsOf, type Author } from './authors.ts'
import { repeatedForms } from './repeats.ts'
import { findWaves, type Wave } from './waves.ts'
import { testWordFilter, type WordFilterResult } from './word-filter.ts'

/** A summary of all loaded messages. */
export interface MessageSummary {
  waves: Wave[]
  /** Id to how many messages have the same text but for case, digits, punctuation and the like; only where it is repeated (repeats.ts). */
  repeated: Map<number, number>
  repeatedTotal: number
  /** Messages with a link. */
  links: number
  activity: Bucket[]
  /** Those who wrote most, at most 5,000; and how many there are. */
  authors: Author[]
  authorsTotal: number
}

/** More would only make the answer heavy: nobody looks for the 5,001st author of a list. */
const maxAuthors = 5000

/** Keeps messages and answers questions about them. What can be worked out message by message is, when the message comes. */
export function createMessageIndex() {
  let entries = new Map<number, IndexedMessage>()
  let forms = createTextForms()
  let view: ReturnType<typeof viewOf> | null = null

  const current = () => (view ??= viewOf(entries, forms))

  function remove(ids: readonly number[]) {
    for (const id of ids) entries.delete(id)
    view = null
  }

  return {
    /** A message that came before is replaced. */
    add: (messages: readonly Message[]) => {
      for (const message of messages) entries.set(message.messageId, indexMessage(message, forms.of(message.text)))
      view = null
    },
    remove,
    reset: () => {
      entries = new Map()
      forms = createTextForms()
      view = null
    },
    /** Ids, newest first. Throws an Error that says what is wrong with a regular expression. */
    filter: (filter: Filter): Float64Array<ArrayBuffer> => {
      const { list, repeated } = current()
      return Float64Array.from(list.filter(matcher(filter, repeated)), ({ id }) => id)
    },
    summary: (): MessageSummary => {
      const { list, repeated } = current()
      const waves = findWaves(list, forms)
      const inWaves = new Set(waves.flatMap(({ ids }) => ids))
      const marked = list.filter(({ form }) => repeated.has(form))
      const authors = authorsOf(list)
      return {
        waves,
        repeated: new Map(marked.map(({ id, form }) => [id, repeated.get(form) ?? 0])),
        repeatedTotal: marked.length,
        links: list.filter(({ hasLink }) => hasLink).length,
        activity: activity(list, inWaves),
        authors: authors.slice(0, maxAuthors),
        authorsTotal: authors.length,
      }
    },
    /** How many of these messages, which are not among those kept here, would be part of a wave if they were. */
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

/** Sorting what is nearly in order costs little. */
function viewOf(entries: ReadonlyMap<number, IndexedMessage>, forms: TextForms) {
  const list = [...entries.values()].toSorted(newestFirst)
  return { list, repeated: repeatedForms(list, forms) }
}
