import type { Reading } from '../ranges/notation.ts'
import type { Range } from '../ranges/range.ts'

/** What this browser keeps about an entry. */
export interface Noted extends Range {
  readonly note?: string
  /** YYYY-MM-DD */
  readonly reviewOn?: string
}

/** One entry of a text from outside: where it stands, what it says, and the range or what is wrong with it. */
export type Pasted = Place & {
  /** What stands there; a long one is cut. */
  text: string
} & Reading

interface Place {
  /** Counted from 1: the line, or in JSON the place in the list. */
  line: number
  /** What the text says about the entry, '' for nothing. */
  comment: string
  reviewOn?: string
}

export const pasted = (place: Place, text: string, reading: Reading): Pasted => ({ ...place, text: shortened(text), ...reading })

const longest = 100

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…` : text)
