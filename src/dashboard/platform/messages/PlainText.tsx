import type { ReactNode } from 'react'
import { nameParts } from '#engine/analysis/visible-text.ts'
import classes from './messages.module.css'

/** The parts of a text, each with its offset. */
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
