import type { ReactNode } from 'react'
import type { SeenMessage } from '#contract/gateway/rules.ts'
import { nameParts } from '#engine/analysis/visible-text.ts'
import classes from './messages.module.css'

export function withOffsets<Part extends { text: string }>(parts: readonly Part[]): (Part & { offset: number })[] {
  let end = 0
  return parts.map((part) => ({ ...part, offset: (end += part.text.length) - part.text.length }))
}

/** What a text does not show by itself. */
export const Unseen = ({ title, children }: { title?: string; children: ReactNode }) => (
  <span className={classes.unseen} title={title}>
    {children}
  </span>
)

/** Untrusted text without links; invisible characters are named. */
export const PlainText = ({ text }: { text: string }) => (
  <>
    {withOffsets(nameParts(text)).map((part) =>
      part.kind === 'mark' ? (
        <Unseen key={part.offset} title="Invisible character">
          {part.code}
        </Unseen>
      ) : (
        part.text
      ),
    )}
  </>
)

interface MarkedTextProps {
  text: string
  highlights: SeenMessage['highlights']
  /** Where the text begins in the one that the highlights are about. */
  offset?: number
}

/** Untrusted text without links, with what a rule named it for. Invisible characters are named. */
export const MarkedText = ({ text, highlights, offset = 0 }: MarkedTextProps) =>
  markedPieces(text, offset, highlights).map((piece) =>
    piece.isMarked ? (
      <mark key={piece.offset} className={classes.mark}>
        <PlainText text={piece.text} />
      </mark>
    ) : (
      <PlainText key={piece.offset} text={piece.text} />
    ),
  )

/** A piece of a text that is marked as a whole or not at all. */
interface MarkedPiece {
  /** Where it begins in the text. */
  offset: number
  text: string
  isMarked: boolean
}

/** In UTF-16 code units, up to but not including `end`. */
interface Highlight {
  start: number
  end: number
}

/**
 * Splits a text at the ends of its highlights. Takes time proportional to the text and the highlights.
 * @param offset where the text begins in the one that the highlights are about
 * @param highlights in any order; what lies outside of the text or overlaps another one is left out
 */
export function markedPieces(text: string, offset: number, highlights: readonly Highlight[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = []
  let end = 0
  const add = (until: number, isMarked: boolean) => {
    if (until > end) pieces.push({ offset: offset + end, text: text.slice(end, until), isMarked })
    end = Math.max(end, until)
  }
  for (const highlight of highlights.toSorted((one, other) => one.start - other.start)) {
    add(Math.min(text.length, highlight.start - offset), false)
    add(Math.min(text.length, highlight.end - offset), true)
  }
  add(text.length, false)
  return pieces
}
