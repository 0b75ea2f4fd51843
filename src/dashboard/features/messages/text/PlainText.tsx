import classes from './MessageText.module.css'
import { nameParts } from './visible-text.ts'

/** Parts of a text with the offset at which each begins. */
export function withOffsets<Part extends { text: string }>(parts: readonly Part[]): (Part & { offset: number })[] {
  let end = 0
  return parts.map((part) => ({ ...part, offset: (end += part.text.length) - part.text.length }))
}

/** Text from outside without links; what cannot be seen is named. */
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
