import { useMemo } from 'react'
import { noteOf, isDue, type Notes } from './notes.ts'
import { findBan, type FoundBan } from '../ranges/find-ban.ts'
import { readNotation, type Reading } from '../ranges/notation.ts'
import { byPlace, formatRange, overlap, type Range } from '../ranges/range.ts'
import type { BanList, Entry } from '../read.ts'
import type { BanListView } from './view.ts'

export interface Asked extends FoundBan<Entry> {
  range: Range
}

/** A notation as people type it into a field of its own, with or without spaces around the dash. */
export const readAsked = (text: string): Reading => readNotation(text.replaceAll(/\s/g, ''))

/** What the search field says: an address or a range is asked about, any other text is looked for in entries and notes. */
export function useAsked(text: string, list: BanList): Asked | null {
  return useMemo(() => {
    const reading = text.trim() === '' ? null : readAsked(text)
    return reading && 'range' in reading ? { range: reading.range, ...findBan(list.index, reading.range) } : null
  }, [text, list])
}

const sizeFirst = (one: Entry, other: Entry) => one.size - other.size || byPlace(one, other)
const orders = { first: byPlace, last: (one: Entry, other: Entry) => one.last - other.last || byPlace(one, other), size: sizeFirst }

/** @param on today, YYYY-MM-DD */
export function useShown(list: BanList, notes: Notes, view: BanListView, asked: Asked | null, on: string): Entry[] {
  const { text, sort, descending, within, show } = view
  return useMemo(() => {
    const words = asked ? '' : text.trim().toLowerCase()
    const isShown = (entry: Entry) => {
      const note = noteOf(notes, entry)
      return (
        (!within || overlap(entry, within)) &&
        (show !== 'tidy' || list.findings.has(entry.id)) &&
        (show !== 'noted' || note !== undefined) &&
        (show !== 'due' || isDue(note, on)) &&
        (words === '' || `${formatRange(entry)} ${note?.note ?? ''}`.toLowerCase().includes(words))
      )
    }
    const shown = list.entries.filter(isShown)
    if (sort !== 'first') shown.sort(orders[sort])
    return descending ? shown.toReversed() : shown
  }, [list, notes, asked, text, sort, descending, within, show, on])
}
