import { z } from 'zod/mini'
import type { Pairs } from '../paste/pasted.ts'
import { doubtsIn, includeNothing, entriesToBan, type EntryToBan } from './preview.ts'
import type { Judged } from '../ranges/judge.ts'

/** A text with notations, how pairs of addresses in it are read, and which entries that need confirmation are included. */
const Fields = z.object({
  text: z.string(),
  pairs: z.enum(['ask', 'range', 'single']),
  include: z.object({ wide: z.boolean(), special: z.boolean(), own: z.boolean(), unclear: z.boolean() }),
})
export type BanFields = z.output<typeof Fields>
export interface BanOutput {
  entries: EntryToBan[]
}
export const emptyFields: BanFields = { text: '', pairs: 'ask', include: includeNothing }

/**
 * The text must contain at least one entry to ban. Invalid, already banned and unconfirmed entries are shown with their line and left out.
 * @param judge what each notation of a text would change; null while that is not known yet
 */
export const banSchema = (judge: (text: string, pairs: Pairs) => Judged[] | null): z.ZodMiniType<BanOutput, BanFields> =>
  z.pipe(
    Fields.check((context) => {
      const { text, pairs, include } = context.value
      const judged = judge(text, pairs)
      const message = judged === null ? 'Wait until the list is read' : reasonForNothing(judged, entriesToBan(judged, include))
      if (message !== null) context.issues.push({ code: 'custom', path: ['text'], message, input: text })
    }),
    z.transform(({ text, pairs, include }) => ({ entries: entriesToBan(judge(text, pairs) ?? [], include) })),
  )

function reasonForNothing(judged: Judged[], entries: EntryToBan[]): string | null {
  if (entries.length > 0) return null
  if (judged.length === 0) return 'Enter an address or a range'
  if (Object.values(doubtsIn(judged)).some((count) => count > 0)) return 'Select below what to ban'
  if (judged.some(({ verdict }) => verdict.kind === 'tooWide')) return 'Nothing to ban that is narrow enough for your role'
  return judged.every(({ verdict }) => verdict.kind === 'invalid')
    ? 'No valid address to ban'
    : 'Nothing new to ban: these are already banned'
}
