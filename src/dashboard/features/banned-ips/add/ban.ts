import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { count, counted, listed, maxNamed } from '#dashboard/ui/format/numbers.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { changeEntries, planFor } from '../changes/ban-job.ts'
import type { NoteChange } from '../list/notes.ts'
import type { EntryToBan } from './preview.ts'
import { maxUnconfirmedSize } from '#engine/bans/plan.ts'
import { formatRange, sizeOf, type IpRange, countOf } from '#engine/bans/range.ts'
import { ban } from '#engine/bans/steps.ts'
import { nameOf } from '../read.ts'

export interface Banning {
  chat: Chat
  entries: EntryToBan[]
  keepNotes: (changes: NoteChange[]) => Promise<void>
  /** All is banned, or a job has started. */
  onDone: () => void
}

/** Asks for confirmation and bans the entries, where a range is very wide. Returns false where none is: then nothing is asked. */
export const banWide = (banning: Banning): boolean =>
  confirmWide(
    banning.entries.map(({ range }) => range),
    async (send) => {
      const left = await banEntries(send, banning)
      if (left) throw new Failure('refused', { advice: left })
    },
  )

/** Asks for confirmation by typing before a range of more than 65,536 addresses is banned. Returns false where no range is that wide. */
export function confirmWide(ranges: readonly IpRange[], run: (send: SendRequest) => Promise<void>): boolean {
  const wide = ranges.filter((range) => sizeOf(range) > maxUnconfirmedSize)
  const [first] = wide
  if (!first) return false
  const size = countOf(wide)
  confirm({
    title: wide.length === 1 ? `Ban ${nameOf(first)}?` : `Ban ${counted(wide.length, 'very wide range')}?`,
    body: [
      `This bans ${counted(size, 'address', 'addresses')}: whole networks and everyone behind them.`,
      ...(wide.length > 1 ? [`The ranges are ${listed(wide, maxNamed, nameOf)}.`] : []),
    ].join(' '),
    confirmLabel: wide.length === 1 ? 'Ban range' : `Ban ${counted(wide.length, 'range')}`,
    typed: wide.length === 1 ? formatRange(first) : count(size),
    danger: true,
    writes: 'banCreate',
    run,
  })
  return true
}

/** Bans the entries of a text. Resolves to the reason why something is left, '' if all is banned. Rejects with a Failure. */
export async function banEntries(send: SendRequest, { chat, entries, keepNotes, onDone }: Banning): Promise<string> {
  // Before the bans: a page that is closed in the middle has no time for it afterwards. The bans work without notes.
  await keepNotes(notesIn(entries)).catch((error: unknown) => toastError('The notes were not saved', error))
  const ranges = entries.map(({ range }) => range)
  return changeEntries(send, { action: 'ban', entries: ranges, plan: planFor(chat, ranges.map(ban), { wideOnce: true }), onDone })
}

const notesIn = (entries: EntryToBan[]) =>
  entries.flatMap(({ range, judged: { entry } }) =>
    entry.comment || entry.reviewOn ? [{ range, note: { note: entry.comment, reviewOn: entry.reviewOn ?? '' } }] : [],
  )
