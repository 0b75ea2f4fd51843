import { useMemo } from 'react'
import { noteOf, isReviewDue, type Notes } from './notes.ts'
import { findBan, type FoundBan } from '#engine/bans/find-ban.ts'
import { readNotation, type Reading } from '../ranges/notation.ts'
import { byAddress, formatRange, overlap, type IpRange } from '#engine/bans/range.ts'
import type { BanList, BanEntry } from '../read.ts'
import type { BanListView } from './view.ts'

export interface BanLookup extends FoundBan<BanEntry> {
  range: IpRange
}

/** A notation as people type it into a single field, with or without spaces around the dash. */
export const readLookup = (text: string): Reading => readNotation(text.replaceAll(/\s/g, ''))

/** An address or a range in the search field is looked up; any other text is searched for in entries and notes. */
export function useLookup(text: string, list: BanList): BanLookup | null {
  return useMemo(() => {
    const reading = text.trim() === '' ? null : readLookup(text)
    return reading && 'range' in reading ? { range: reading.range, ...findBan(list.index, reading.range) } : null
  }, [text, list])
}

const sizeFirst = (one: BanEntry, other: BanEntry) => one.size - other.size || byAddress(one, other)
const orders = {
  first: byAddress,
  last: (one: BanEntry, other: BanEntry) => one.last - other.last || byAddress(one, other),
  size: sizeFirst,
}

/** @param today YYYY-MM-DD */
export function useShown(list: BanList, notes: Notes, view: BanListView, lookup: BanLookup | null, today: string): BanEntry[] {
  const { text, sort, descending, within, show } = view
  return useMemo(() => {
    const search = lookup ? '' : text.trim().toLowerCase()
    const isShown = (entry: BanEntry) => {
      const note = noteOf(notes, entry)
      return (
        (!within || overlap(entry, within)) &&
        (show !== 'tidy' || list.findings.has(entry.id)) &&
        (show !== 'noted' || note !== undefined) &&
        (show !== 'due' || isReviewDue(note, today)) &&
        (search === '' || `${formatRange(entry)} ${note?.note ?? ''}`.toLowerCase().includes(search))
      )
    }
    const shown = list.entries.filter(isShown)
    if (sort !== 'first') shown.sort(orders[sort])
    return descending ? shown.toReversed() : shown
  }, [list, notes, lookup, text, sort, descending, within, show, today])
}
