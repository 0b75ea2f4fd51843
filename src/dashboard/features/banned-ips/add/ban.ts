import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { changeNow, leftWords } from '../bans-job.ts'
import type { Note } from '../list/notes.ts'
import type { Taken } from './preview.ts'
import { widest } from '../ranges/judge.ts'
import { formatRange, sizeOf, type Range } from '../ranges/range.ts'
import { countOf } from '../ranges/sets.ts'
import { ban } from '../ranges/steps.ts'
import { nameOf } from '../read.ts'

export interface Banning {
  chat: Chat
  taken: Taken[]
  keepNotes: (changes: { range: Range; note: Note }[]) => Promise<void>
  /** All is done, or a job is at it. */
  onDone: () => void
}

/** Bans what was taken from a text after a question, where a range is very wide. Returns false where none is: then nobody is asked. */
export const banWide = (banning: Banning): boolean =>
  confirmWide(
    banning.taken.map(({ range }) => range),
    async (send) => {
      const left = await banTaken(send, banning)
      if (left) throw new Failure('refused', { advice: left })
    },
  )

/** Asks with something to type before more than 65,536 addresses are banned at once. Returns false where no range is that wide: then nobody is asked. */
export function confirmWide(ranges: readonly Range[], run: (send: SendRequest) => Promise<void>): boolean {
  const wide = ranges.filter((range) => sizeOf(range) > widest)
  const [first] = wide
  if (!first) return false
  const size = countOf(wide)
  const others = wide.length > 5 ? ' and more' : ''
  confirm({
    title: wide.length === 1 ? `Ban ${nameOf(first)}?` : `Ban ${counted(wide.length, 'very wide range')}?`,
    body: `${counted(size, 'address', 'addresses')} can no longer come in: whole networks, and everybody behind them. ${
      wide.length > 1 ? `The ranges are ${wide.slice(0, 5).map(nameOf).join(', ')}${others}.` : ''
    }`,
    confirmLabel: 'Ban them',
    typed: wide.length === 1 ? formatRange(first) : count(size),
    danger: true,
    writes: 'banCreate',
    run,
  })
  return true
}

/** Bans what was taken from a text. Resolves to why something is left, '' if all went well. Rejects with a Failure. */
export async function banTaken(send: SendRequest, { chat, taken, keepNotes, onDone }: Banning): Promise<string> {
  const what = taken.length === 1 ? nameOf(taken[0]!.range) : counted(taken.length, 'entry', 'entries')
  const plan = { chatId: chat.id, place: chat.name, steps: taken.map(({ range }) => ban(range)), frees: [], wideOnce: true }
  // Before the bans: a page that goes away in the middle has no time for it afterwards. Without them the bans still count.
  await keepNotes(notesIn(taken)).catch((error: unknown) => toastError('The notes were not kept in this browser', error))
  const left = await changeNow(send, { plans: [plan], title: `Banning ${what}`, done: `${what} banned` })
  if (left && left.length > 0) return leftWords({ rooms: left })
  onDone()
  if (left) toast(taken.length === 1 ? `${what} is banned` : `${what} are banned`)
  return ''
}

const notesIn = (taken: Taken[]) =>
  taken.flatMap(({ range, judged: { entry } }) =>
    entry.comment || entry.reviewOn ? [{ range, note: { note: entry.comment, reviewOn: entry.reviewOn ?? '' } }] : [],
  )
