import type { Message } from '#contract/messages.ts'
import { activityBuckets, type ActivityBucket } from './activity.ts'
import { indexMessage, newestFirst, type IndexedMessage } from './indexed-message.ts'
import { createTextForms, type TextForms } from './text-forms.ts'
import { findWaves, repeatedForms, type Wave } from './waves.ts'
import { testWordFilter, type WordFilterResult } from './word-filter.ts'
import { fold } from './normal-form.ts'

/** A message matches if it meets all conditions that are set. */
export interface MessageFilter {
  /** Words that must all occur, ignoring case and accents; or a regular expression. '' matches everything. */
  text: string
  isRegexp: boolean
  /** See `authorKey`. */
  author: string | null
  hasLink: boolean
  /** Only texts that are repeated: see waves.ts. */
  repeated: boolean
}

/** Throws an Error with the reason if the regular expression is invalid. */
export function createMatcher(
  filter: MessageFilter,
  repeatedForms: { has: (form: number) => boolean },
): (entry: IndexedMessage) => boolean {
  const { author, hasLink, repeated } = filter
  const hasText = filter.isRegexp ? matchesExpression(filter.text) : matchesWords(filter.text)
  return (entry) =>
    (author === null || entry.author === author) &&
    (!hasLink || entry.hasLink) &&
    (!repeated || repeatedForms.has(entry.form)) &&
    hasText(entry)
}

function matchesWords(text: string): (entry: IndexedMessage) => boolean {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return ({ folded }) => words.every((word) => folded.includes(word))
}

function matchesExpression(text: string): (entry: IndexedMessage) => boolean {
  const expression = compile(text)
  return ({ message }) => expression.test(message.text)
}

function compile(text: string): RegExp {
  try {
    return new RegExp(text, 'iu')
  } catch (error) {
    // Browsers put the expression in front of the reason.
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: (\/[^]*\/iu: )?/, '') : ''
    throw new Error(`This is not a valid regular expression${reason && `: ${reason}`}`, { cause: error })
  }
}

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

interface Author {
  key: string
  name: string
  userId: Message['userId']
  count: number
  /** Times of the oldest and the newest loaded message of the author, in seconds. */
  first: number
  last: number
}

/** The authors of the loaded messages: most messages first, then most recent first. @param entries newest first */
export function authorsOf(entries: readonly IndexedMessage[]): Author[] {
  const authors = new Map<string, Author>()
  for (const { author, message, time } of entries) {
    const known = authors.get(author)
    if (known) {
      known.count++
      known.first = time
    } else authors.set(author, { key: author, name: message.userName, userId: message.userId, count: 1, first: time, last: time })
  }
  return [...authors.values()].toSorted((one, other) => other.count - one.count || other.last - one.last)
}

/** Sorting is cheap here, because the messages are nearly in order. */
function sortedMessages(entries: ReadonlyMap<number, IndexedMessage>, forms: TextForms) {
  const list = [...entries.values()].toSorted(newestFirst)
  return { list, repeated: repeatedForms(list, forms) }
}
