import type { Reading } from '../ranges/notation.ts'
import type { IpRange } from '#engine/bans/range.ts'

/** What this browser stores about an entry. */
export interface Noted extends IpRange {
  readonly note?: string
  /** YYYY-MM-DD */
  readonly reviewOn?: string
}

/** What two addresses on a line are that could be the start and the end of a range. */
export type Pairs = 'ask' | 'range' | 'single'

/** One entry of an imported text: its position, its text, and the range or the error. */
export type Pasted = Position & {
  text: string
} & Reading

interface Position {
  /** Counted from 1: the line, or in JSON the index in the list. */
  line: number
  /** The comment beside the entry, '' for none. */
  comment: string
  reviewOn?: string
  /** The words beside the address, if they are not known: they may say that it is not to be banned. */
  unclear?: string
  /** Whether what it is depends on the choice of Pairs. */
  isPair?: true
}

export const pasted = (position: Position, text: string, reading: Reading): Pasted => ({ ...position, text: shortened(text), ...reading })

const maxTextLength = 100
export const shortened = (text: string) =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')}…` : text
