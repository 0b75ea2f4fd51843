import classes from './MessageText.module.css'
import { nameParts } from './visible-text.ts'

/** Parts of a text with the place where each begins in it. */
export function withPlaces<Part extends { text: string }>(parts: readonly Part[]): (Part & { place: number })[] {
  let end = 0
  return parts.map((part) => ({ ...part, place: (end += part.text.length) - part.text.length }))
}

/** Text from outside without links; what cannot be seen is named. */
export const PlainText = ({ text }: { text: string }) =>
  withPlaces(nameParts(text)).map((part) =>
    part.kind === 'mark' ? (
      <span key={part.place} className={classes.unseen} title="A character that cannot be seen">
        {part.code}
      </span>
    ) : (
      part.text
    ),
  )
