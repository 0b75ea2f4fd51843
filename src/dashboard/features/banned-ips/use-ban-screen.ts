import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { localText, useLocalText, useSession } from '#dashboard/platform/session/session-state.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { localDate, useNow } from '#dashboard/ui/format/time.tsx'
import { useSelection } from '#dashboard/ui/table/use-selection.ts'
import { useBanFields, useJudge } from './add/use-ban-form.ts'
import { useNotes } from './list/notes.ts'
import { useBanListView, useLookup, useShown } from './list/view.ts'
import { type BanEntry, listOf } from './read.ts'

export const idOf = ({ id }: BanEntry) => id

/**
 * What the parts of the page show and do. Each state has one owner: the address has the search, the filter and the open drawer (list/view.ts); this one
 * the selection, what is typed into the box, and which entry a dialog is about.
 */
export function useBanScreen(chat: Chat) {
  const [view, change] = useBanListView()
  const reading = useQuery(endpointQuery('banList', { params: { chatId: chat.id } }))
  const list = useMemo(() => listOf(reading.data?.data ?? []), [reading.data])
  const { notes, entries: noteEntries, keep: keepNotes } = useNotes(chat.id)
  /** YYYY-MM-DD */
  const today = localDate(useNow() * 1000)
  const lookup = useLookup(view.text, list)
  const rows = useShown(list, notes, view, lookup, today)
  const selection = useSelection({ rows, idOf })
  const chosen = useMemo(() => list.entries.filter(({ id }) => selection.ids.has(id)), [list, selection.ids])

  // What is typed into the box is stored in this browser until it is banned, and judged against the current list.
  const boxName = `bans-box-${useSession().account.id}-${chat.id}`
  const box = useBanFields(localText(boxName))
  const { text, pairs } = box.fields
  useLocalText(boxName, text)
  const judge = useJudge(list)
  const judged = useMemo(() => judge(text, pairs), [judge, text, pairs])

  const [importedText, setImportedText] = useState('')
  const [unbanning, unbanPart] = useState<string | null>(null)
  const [noting, note] = useState<BanEntry | null>(null)
  return {
    chat,
    view,
    change,
    reading,
    list,
    notes,
    noteEntries,
    keepNotes,
    today,
    mayWrite: useMay()('bans.write', chat.id),
    lookup,
    rows,
    selection,
    chosen,
    box,
    judged,
    importedText,
    openImport: (text: string) => {
      setImportedText(text)
      change({ open: 'import' })
    },
    copyTo: () => change({ open: 'rooms' }),
    /** What the dialog is to unban, '' where it is still to be entered; null: it is closed. */
    unbanning,
    unbanPart,
    noting,
    note,
    /** Closes the drawer or dialog that the address names. */
    close: () => change({ open: null }),
  }
}

export type BanScreen = ReturnType<typeof useBanScreen>
