import classes from './MessageText.module.css'
import { nameParts } from '#analysis/visible-text.ts'

/** The parts of a text, each with its offset. */
export function withOffsets<Part extends { text: string }>(parts: readonly Part[]): (Part & { offset: number })[] {
  let end = 0
  return parts.map((part) => ({ ...part, offset: (end += part.text.length) - part.text.length }))
}

/** Untrusted text without links; invisible characters are named. */
export const PlainText = ({ text }: { text: string }) =>
  withOffsets(nameParts(text)).map((part) =>
    part.kind === 'mark' ? (
      <span key={part.offset} className={classes.unseen} title="Invisible character">
        {part.code}
      </span>
    ) : (
      part.text
    ),
  )
