import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Chat } from '#contract/chats.ts'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'
import { maxBanAddresses } from '#contract/gateway/rights.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { localText, useLocalText } from '#dashboard/platform/session/local-storage.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import type { NoteChange } from '../list/notes.ts'
import { readPaste } from '../paste/paste.ts'
import type { Pairs } from '../paste/pasted.ts'
import { countNew, judge, type Judged } from '../ranges/judge.ts'
import type { BanList } from '../read.ts'
import { banEntries, type Banning, banWide } from './ban.ts'
import type { PreviewAnswer, PreviewRequest } from './preview-worker.ts'
import { doubtsIn, entriesToBan, type EntryToBan, includeNothing, leftover } from './preview.ts'

/** The form of the box and of the import: a text, what each entry of it would change, and which entries are banned. */

/** A text with notations, how pairs of addresses in it are read, and which entries that need confirmation are included. */
const Fields = z.object({
  text: z.string(),
  pairs: z.enum(['ask', 'range', 'single']),
  include: z.object({ wide: z.boolean(), special: z.boolean(), own: z.boolean(), unclear: z.boolean() }),
})
export type BanFields = z.output<typeof Fields>
interface BanOutput {
  entries: EntryToBan[]
}
export type BanForm = UseFormReturn<BanFields, unknown, BanOutput>
export const emptyFields: BanFields = { text: '', pairs: 'ask', include: includeNothing }

/**
 * The text must contain at least one entry to ban. Invalid, already banned and unconfirmed entries are shown with their line and left out.
 * @param judged what each notation of a text would change; null while that is not known yet
 */
const banSchema = (judged: (text: string, pairs: Pairs) => Judged[] | null): z.ZodMiniType<BanOutput, BanFields> =>
  z.pipe(
    Fields.check((context) => {
      const { text, pairs, include } = context.value
      const all = judged(text, pairs)
      const message = all === null ? 'Wait until the list is read' : reasonForNothing(all, entriesToBan(all, include))
      if (message !== null) context.issues.push({ code: 'custom', path: ['text'], message, input: text })
    }),
    z.transform(({ text, pairs, include }) => ({ entries: entriesToBan(judged(text, pairs) ?? [], include) })),
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

/** What entries are judged by besides the list: the address of this browser, null if unknown, and the most addresses the person may ban at once. */
function useLimits() {
  const { browserAddress } = useSession()
  const widest = usePerson()?.limits.widestBan ?? null
  return {
    own: browserAddress && ipv4.safeParse(browserAddress).success ? ipv4ToNumber(browserAddress) : null,
    maxSize: widest === null ? Infinity : maxBanAddresses(widest),
  }
}

/** The form of the box. Its text is stored in this browser until it is banned, and judged against the current list. */
export function useBanForm(chatId: number, list: BanList) {
  const name = `bans-box-${useSession().account.id}-${chatId}`
  const { own, maxSize } = useLimits()
  const judgeText = useCallback(
    (text: string, pairs: Pairs) => judge(list.index, readPaste(text, pairs), own, maxSize),
    [list, own, maxSize],
  )
  const form: BanForm = useForm({
    defaultValues: { ...emptyFields, text: localText(name) },
    resolver: zodResolver(banSchema(judgeText)),
  })
  const [text, pairs] = useWatch({ control: form.control, name: ['text', 'pairs'] })
  useLocalText(name, text)
  const judged = useMemo(() => judgeText(text, pairs), [judgeText, text, pairs])
  return { form, judged }
}

/** The form of an import. Its text may have any length, and its pairs are not in the form: a worker computes from both what the validation needs. */
export function useImportForm(initial: string, list: BanList) {
  const [text, setText] = useState(initial)
  const [pairs, setPairs] = useState<Pairs>('ask')
  const judged = useLongPreview(text, pairs, list)
  const form: BanForm = useForm({ defaultValues: { ...emptyFields, text }, resolver: zodResolver(banSchema(() => judged)) })
  useEffect(() => {
    if (judged && form.formState.isSubmitted) void form.trigger('text')
  }, [form, judged])
  const change = (next: string) => {
    setText(next)
    form.setValue('text', next)
  }
  return { form, judged, text, change, pairs, setPairs }
}

/** Judged by a worker; null while it is computed. */
function useLongPreview(text: string, pairs: Pairs, list: BanList): Judged[] | null {
  const { own, maxSize } = useLimits()
  const [answer, setAnswer] = useState<{ text: string; pairs: Pairs; list: BanList; judged: Judged[] } | null>(null)
  const worker = useRef<Worker | null>(null)
  const asked = useRef(0)

  useEffect(() => {
    worker.current = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' })
    return () => worker.current?.terminate()
  }, [])

  useEffect(() => {
    if (!worker.current) return
    const id = ++asked.current
    worker.current.onmessage = ({ data }: MessageEvent<PreviewAnswer>) => {
      if (data.id === id) setAnswer({ text, pairs, list, judged: data.judged })
    }
    const ends = Float64Array.from(list.entries.flatMap(({ first, last }) => [first, last]))
    const request: PreviewRequest = { id, text, pairs, list: ends, own, maxSize }
    worker.current.postMessage(request)
  }, [text, pairs, list, own, maxSize])

  return answer?.text === text && answer.pairs === pairs && answer.list === list ? answer.judged : null
}

interface BanningForm {
  chat: Chat
  list: BanList
  form: BanForm
  judged: Judged[] | null
  keepNotes: (changes: NoteChange[]) => Promise<void>
  /** Takes what stays of the text: what was not banned, with its reason. */
  onLeft: (text: string) => void
}

/** The entries that the button bans, how many addresses they add, and the action. */
export function useBanning({ chat, list, form, judged, keepNotes, onLeft }: BanningForm) {
  const entries = entriesToBan(judged ?? [], useWatch({ control: form.control, name: 'include' }))
  const fresh = countNew(
    list.index,
    entries.map(({ range }) => range),
  )
  const banning = useAction('banCreate', (send, all: Banning) => banEntries(send, all))
  const submit = form.handleSubmit(({ entries: chosen }) => {
    const left = leftover(form.getValues('text'), judged ?? [], chosen)
    const all = { chat, entries: chosen, keepNotes, onDone: () => onLeft(left) }
    if (banWide(all)) banning.reset()
    else banning.mutate(all)
  })
  return { entries, fresh, banning, submit }
}
