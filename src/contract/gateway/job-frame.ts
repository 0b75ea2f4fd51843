import { z } from 'zod/mini'
import { lineText } from '../values.ts'

/** Nothing is sent for so long, so that it can still be undone. */
export const maxHoldMs = 60_000

/** What every job has. */
export const jobFrame = {
  /** "Deleting 12 messages" */
  title: lineText(200),
  /** "12 messages deleted": the title once all is done. */
  doneTitle: lineText(200),
  /** The chat, or how many there are. */
  place: lineText(1000),
  holdMs: z.number().check(z.int(), z.minimum(0), z.maximum(maxHoldMs)),
}

/** How long a deletion that a person asked for can be undone before the first message is deleted, in milliseconds. The same on every page. */
export const undoMs = 6000
