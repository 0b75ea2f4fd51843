import type { SeenMessage } from '#contract/workspace/rules.ts'
import { markedPieces } from './marked-pieces.ts'
import classes from './messages.module.css'
import { PlainText } from './PlainText.tsx'

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
