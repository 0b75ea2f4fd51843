import type { Reading } from '../ranges/notation.ts'
import type { IpRange } from '../ranges/range.ts'

/** What this browser stores about an entry. */
export interface Noted extends IpRange {
  readonly note?: string
  /** YYYY-MM-DD */
  readonly reviewOn?: string
}

/** One entry of an imported text: its position, its text, and the range or the error. */
export type Pasted = Position & {
  /** A long text is cut. */
  text: string
} & Reading

interface Position {
  /** Counted from 1: the line, or in JSON the index in the list. */
  line: number
  /** The comment beside the entry, '' for none. */
  comment: string
  reviewOn?: string
}

export const pasted = (position: Position, text: string, reading: Reading): Pasted => ({ ...position, text: shortened(text), ...reading })

const maxTextLength = 100

const shortened = (text: string) =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')}…` : text
