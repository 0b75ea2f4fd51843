import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecordValue } from '#contract/gateway/record-kinds.ts'
import { staleEntries, type RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery, writeRecords } from '#dashboard/platform/records/records.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { keyOf, type IpRange } from '#engine/bans/range.ts'

/** What the account remembers about an entry; the service has no field for it. */
export type BanNote = RecordValue<'ban-notes'>
export type NoteEntry = RecordEntry<'ban-notes'>
export type Notes = ReadonlyMap<string, BanNote>

export interface NoteChange {
  range: IpRange
  note: BanNote
}

const byRange = (entries: NoteEntry[]): ReadonlyMap<string, NoteEntry> => new Map(entries.map((entry) => [entry.key, entry]))
const none: ReadonlyMap<string, NoteEntry> = new Map()

/** The notes of one chat by `keyOf`, and a way to change them. Empty where they cannot be read. */
export function useNotes(chatId: number) {
  const entries = useQuery({ ...recordsQuery('ban-notes', chatId), select: byRange }).data ?? none
  const notes = useMemo((): Notes => new Map([...entries].map(([key, { value }]) => [key, value])), [entries])
  const keep = (changes: NoteChange[]) => keepNotes(chatId, entries, changes)
  return { notes, entries, keep }
}

/**
 * Stores the notes of new entries. A note without text and date is removed; one that somebody else has changed in the meantime stays. Rejects with a
 * Failure.
 */
async function keepNotes(chatId: number, entries: ReadonlyMap<string, NoteEntry>, all: NoteChange[]): Promise<void> {
  let left = all.map(({ range, note }) => {
    const key = keyOf(range)
    return { chatId, key, before: entries.get(key) ?? null, value: note.note.trim() || note.reviewOn ? note : null }
  })
  let kept = 0
  while (left.length > 0) {
    try {
      await writeRecords('ban-notes', left)
      break
    } catch (error) {
      const stale = staleEntries('ban-notes', error)
      if (!stale) throw error
      const theirs = new Map(stale.map(({ index, stored }) => [index, stored]))
      kept += stale.filter(({ stored }) => stored !== null).length
      // A note that was deleted in the meantime is written anew.
      left = left.flatMap((change, index) => (theirs.has(index) ? (theirs.get(index) ? [] : [{ ...change, before: null }]) : [change]))
    }
  }
  if (kept > 0)
    toastWarning(`${counted(kept, 'note was', 'notes were')} not replaced`, 'Someone else changed them in the meantime. Theirs were kept.')
}

export const noteOf = (notes: Notes, range: IpRange): BanNote | undefined => notes.get(keyOf(range))

export const isReviewDue = (note: BanNote | undefined, today: string): boolean => Boolean(note?.reviewOn) && note!.reviewOn <= today
