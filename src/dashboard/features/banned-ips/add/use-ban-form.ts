import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'
import { maxBanAddresses } from '#contract/gateway/rights.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { readPaste } from '../paste/paste.ts'
import type { Pairs } from '../paste/pasted.ts'
import { countNew, judge, type Judged } from '../ranges/judge.ts'
import type { BanList } from '../read.ts'
import { banEntries, type Banning, banWide } from './ban.ts'
import type { PreviewRequest } from './preview-worker.ts'
import { doubtsIn, entriesToBan, type EntryToBan, type Include, includeNothing, leftover } from './preview.ts'

/** The form of the box and of the import: a text, what each entry of it would change, and which entries are banned. */

/** A text with notations, how pairs of addresses in it are read, and which entries that need confirmation are included. */
interface BanFields {
  text: string
  pairs: Pairs
  include: Include
}
const emptyFields: BanFields = { text: '', pairs: 'ask', include: includeNothing }

export function useBanFields(initial: string) {
  const [fields, setFields] = useState({ ...emptyFields, text: initial })
  return { fields, change: (part: Partial<BanFields>) => setFields((before) => ({ ...before, ...part })) }
}
export type BanFieldsState = ReturnType<typeof useBanFields>

/** What entries are judged by besides the list: the address of this browser, null if unknown, and the most addresses the person may ban at once. */
function useLimits() {
  const { browserAddress } = useSession()
  const widest = usePerson()?.limits.widestBan ?? null
  return {
    own: browserAddress && ipv4.safeParse(browserAddress).success ? ipv4ToNumber(browserAddress) : null,
    maxSize: widest === null ? Infinity : maxBanAddresses(widest),
  }
}

export function useJudge(list: BanList) {
  const { own, maxSize } = useLimits()
  return useCallback((text: string, pairs: Pairs) => judge(list.index, readPaste(text, pairs), own, maxSize), [list, own, maxSize])
}

/** The same by a worker, for a text of any length; null while it is computed. */
export function useLongPreview({ text, pairs }: BanFields, list: BanList): Judged[] | null {
  const { own, maxSize } = useLimits()
  const [answer, setAnswer] = useState<{ to: unknown; judged: Judged[] } | null>(null)
  const question = useMemo(() => ({ text, pairs, list, own, maxSize }), [text, pairs, list, own, maxSize])

  useEffect(() => {
    // One for each question: what the last one still computes is of no use any more.
    const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Judged[]>) => setAnswer({ to: question, judged: data })
    const ends = Float64Array.from(question.list.entries.flatMap(({ first, last }) => [first, last]))
    worker.postMessage({ ...question, list: ends } satisfies PreviewRequest)
    return () => worker.terminate()
  }, [question])

  return answer?.to === question ? answer.judged : null
}

/** Why the button bans nothing; null: it bans something. Invalid, already banned and unconfirmed entries are shown with their line and left out. */
function reasonForNothing(judged: Judged[] | null, entries: EntryToBan[]): string | null {
  if (judged === null) return 'Wait until the list is read'
  if (entries.length > 0) return null
  if (judged.length === 0) return 'Enter an address or a range'
  if (Object.values(doubtsIn(judged)).some((count) => count > 0)) return 'Select below what to ban'
  if (judged.some(({ verdict }) => verdict.kind === 'tooWide')) return 'Nothing to ban that is narrow enough for your role'
  return judged.every(({ verdict }) => verdict.kind === 'invalid')
    ? 'No valid address to ban'
    : 'Nothing new to ban: these are already banned'
}

/**
 * The entries that the button bans, how many addresses they add, and the action, after which the text is what was not banned.
 * @param onAllBanned called where nothing of the text is left
 */
export function useBanForm(
  { chat, list, keepNotes }: Pick<Banning, 'chat' | 'keepNotes'> & { list: BanList },
  state: BanFieldsState,
  judged: Judged[] | null,
  onAllBanned = () => {},
) {
  const { fields, change } = state
  const [isSubmitted, setSubmitted] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const entries = entriesToBan(judged ?? [], fields.include)
  const fresh = countNew(
    list.index,
    entries.map(({ range }) => range),
  )
  const banning = useAction('banCreate', (send, all: Banning) => banEntries(send, all))
  const problem = reasonForNothing(judged, entries)

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (banning.isPending) return
    setSubmitted(true)
    if (problem !== null) return field.current?.focus()
    const text = leftover(fields.text, judged ?? [], entries)
    function onDone() {
      setSubmitted(false)
      change({ ...emptyFields, text })
      if (text === '') onAllBanned()
    }
    const all = { chat, entries, keepNotes, onDone }
    if (banWide(all)) banning.reset()
    else banning.mutate(all)
  }
  return { field, entries, fresh, banning, problem: isSubmitted && problem !== null ? problem : undefined, submit }
}
