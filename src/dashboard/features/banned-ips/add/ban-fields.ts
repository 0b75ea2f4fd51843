import { z } from 'zod/mini'
import { doubtsIn, nothingMore, takenOf, type Taken } from './preview.ts'
import type { Judged } from '../ranges/judge.ts'

/** A text with notations, and which doubtful ones of it are to be banned too. */
const Fields = z.object({
  text: z.string(),
  include: z.object({ wide: z.boolean(), special: z.boolean(), own: z.boolean() }),
})
export type BanFields = z.output<typeof Fields>
export interface BanOutput {
  taken: Taken[]
}
export const emptyFields: BanFields = { text: '', include: nothingMore }

/**
 * Something of the text must be left to ban. What is invalid, banned already or doubtful beside it is shown with its line and left out.
 * @param judge what each notation of a text would do; null while that is not known yet
 */
export const banSchema = (judge: (text: string) => Judged[] | null): z.ZodMiniType<BanOutput, BanFields> =>
  z.pipe(
    Fields.check((context) => {
      const { text, include } = context.value
      const judged = judge(text)
      const message = judged === null ? 'Wait until the list is read' : whyNothing(judged, takenOf(judged, include))
      if (message !== null) context.issues.push({ code: 'custom', path: ['text'], message, input: text })
    }),
    z.transform(({ text, include }) => ({ taken: takenOf(judge(text) ?? [], include) })),
  )

function whyNothing(judged: Judged[], taken: Taken[]): string | null {
  if (taken.length > 0) return null
  if (judged.length === 0) return 'Enter an address or a range'
  if (Object.values(doubtsIn(judged)).some((count) => count > 0)) return 'Select below what is to be banned'
  return judged.every(({ verdict }) => verdict.kind === 'invalid')
    ? 'No valid address to ban'
    : 'Nothing new to ban: these are already banned'
}
