import type { IndexedMessage } from './indexed-message.ts'
import { fold } from './fold-text.ts'

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
