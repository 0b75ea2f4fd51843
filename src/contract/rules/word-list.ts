import { z } from 'zod/mini'
import { filledText, nameText } from '../values.ts'

/** A list of words that rules share and that can be pushed to the filter words of chats. */

export const maxListWords = 10_000
export const maxListWord = 100

export const WordList = z.object({
  name: nameText(60),
  words: z
    .array(filledText(maxListWord))
    .check(z.maxLength(maxListWords, { error: `must have at most ${maxListWords} words`, abort: true })),
})
export type WordList = z.output<typeof WordList>
