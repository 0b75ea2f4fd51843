import { useMemo } from 'react'
import { flag, oneOf, optionalText, text, type UrlParam, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { findBan, type FoundBan } from '#engine/bans/range-index.ts'
import { byAddress, formatRange, type IpRange, overlap, sizeOf } from '#engine/bans/range.ts'
import { prefixOf } from '../ranges/cidr.ts'
import { type Reading, readNotation } from '../ranges/notation.ts'
import { type BanEntry, type BanList, nameOf } from '../read.ts'
import { isReviewDue, noteOf, type Notes } from './notes.ts'

function blockFrom(text: string | null): IpRange | null {
  const reading = readNotation(text ?? '')
  return 'range' in reading && [2 ** 24, 2 ** 16, 2 ** 8].includes(sizeOf(reading.range)) && prefixOf(reading.range) !== null
    ? reading.range
    : null
}

/** The block chosen on the map: a /8, a /16 or a /24. */
const within: UrlParam<IpRange | null> = { read: blockFrom, write: (block) => block && nameOf(block) }

export const sortKeys = ['first', 'last', 'size'] as const

const banListState = urlState({
  /** An address or a range to look up, or a text that entries and notes contain. */
  text: text(),
  sort: oneOf(sortKeys, 'first'),
  descending: flag(),
  within,
  show: oneOf(['all', 'tidy', 'noted', 'due'], 'all'),
  left: optionalText,
  // Addresses say `rooms` for the comparison across chats, and always have.
  open: oneOf(['ban', 'map', 'import', 'tidy', 'rooms']),
})
export type BanListView = ViewOf<typeof banListState>

/** Typing adds nothing to the history; every other change is a step that Back undoes. */
export const useBanListView = () => useUrlState(banListState, (change) => change.text === undefined && change.open !== null)

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
