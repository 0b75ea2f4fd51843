import type { IndexedMessage } from './indexed-message.ts'
import { fold } from './fold-text.ts'

/** What is searched for; all that is set must hold. */
export interface Filter {
  /** Words that all occur, whatever their case and accents; or a regular expression. '' finds everything. */
  text: string
  isRegexp: boolean
  /** See `authorKey`. */
  author: string | null
  hasLink: boolean
  /** Only texts that many messages have. */
  repeated: boolean
}

/** Throws an Error that says what is wrong with a regular expression. */
export function matcher(filter: Filter, repeatedForms: { has: (form: number) => boolean }): (entry: IndexedMessage) => boolean {
  const { author, hasLink, repeated } = filter
  const hasText = filter.isRegexp ? byExpression(filter.text) : byWords(filter.text)
  return (entry) =>
    (author === null || entry.author === author) &&
    (!hasLink || entry.hasLink) &&
    (!repeated || repeatedForms.has(entry.form)) &&
    hasText(entry)
}

function byWords(text: string): (entry: IndexedMessage) => boolean {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return ({ folded }) => words.every((word) => folded.includes(word))
}

function byExpression(text: string): (entry: IndexedMessage) => boolean {
  const expression = compiled(text)
  return ({ message }) => expression.test(message.text)
}

function compiled(text: string): RegExp {
  try {
    return new RegExp(text, 'iu')
  } catch (error) {
    // Browsers repeat the expression in front of the reason, each in its own words.
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: (\/[^]*\/iu: )?/, '') : ''
    throw new Error(`This is not a valid regular expression${reason && `: ${reason}`}`, { cause: error })
  }
}
