import { count } from '#dashboard/ui/format/numbers.ts'
import { FoundText } from '#dashboard/platform/FoundText.tsx'
import type { Column } from '#dashboard/ui/table/fit-columns.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { formatAddress } from '#engine/bans/range.ts'
import type { TidyFinding } from '#engine/bans/tidy.ts'
import { prefixOf } from '../ranges/cidr.ts'
import { type BanEntry, type BanList, nameOf } from '../read.ts'
import classes from '../banned-ips.module.css'
import type { BanScreen } from '../use-ban-screen.ts'
import { isReviewDue, noteOf } from './notes.ts'

interface BanColumns extends Pick<BanScreen, 'list' | 'notes' | 'today'> {
  /** On phones the name has the notes under it, and the size beside it. */
  phone: boolean
  /** In the search; '' while it looks up an address. */
  typed: string
}

export function banColumns({ list, notes, today, phone, typed }: BanColumns): Column<BanEntry>[] {
  const notesOf = (entry: BanEntry) => <EntryNotes {...{ entry, list, notes, today, typed }} />
  const size: Column<BanEntry> = {
    key: 'size',
    label: 'Addresses',
    width: widthOfCounts(list),
    sortable: true,
    align: 'right',
    cell: (entry) => <span className="num">{count(entry.size)}</span>,
  }
  const found = (address: number) => (
    <span className="code">
      <FoundText text={formatAddress(address)} typed={typed} />
    </span>
  )
  const name = (entry: BanEntry) => (
    <>
      <div className={`code outside ${classes.name}`}>
        <FoundText text={nameOf(entry)} typed={typed} />
      </div>
      {notesOf(entry)}
    </>
  )
  if (phone) return [{ key: 'first', label: 'First', minWidth: 120, sortable: true, cell: name }, size]
  return [
    { key: 'first', label: 'First', width: 138, sortable: true, cell: ({ first }) => found(first) },
    {
      key: 'last',
      label: 'Last',
      width: 138,
      sortable: true,
      cell: ({ first, last }) => (first === last ? <span className="code quiet">same</span> : found(last)),
    },
    { key: 'cidr', label: 'CIDR', width: 44, cell: (entry) => <span className="code quiet">{cidr(entry)}</span> },
    size,
    { key: 'notes', label: 'Notes', minWidth: 100, cell: notesOf },
  ]
}

/** As wide as the largest range of the list needs, in pixels. */
const widthOfCounts = ({ entries }: BanList) =>
  Math.max(94, 20 + 8 * count(entries.reduce((most, { size }) => Math.max(most, size), 0)).length)

function cidr(entry: BanEntry): string {
  const prefix = prefixOf(entry)
  return prefix === null ? '–' : `/${prefix}`
}

function EntryNotes({ entry, list, notes, today, typed }: { entry: BanEntry } & Omit<BanColumns, 'phone'>) {
  const finding = list.findings.get(entry.id)
  const note = noteOf(notes, entry)
  if (!finding && !note) return null
  return (
    <div className="small row quiet shrinks wrap">
      {finding && (
        <span className="row gap-6 shrinks">
          <Icon name="merge" size={14} />
          <span className="clamp" title={findingText(finding)}>
            {findingText(finding)}
          </span>
        </span>
      )}
      {note && (
        <span className={`row gap-6 shrinks ${isReviewDue(note, today) ? 'warn' : ''}`} title={note.note}>
          <Icon name={isReviewDue(note, today) ? 'clock' : 'edit'} size={14} />
          <span className="outside clamp">
            {note.reviewOn && `${isReviewDue(note, today) ? 'review since' : 'review on'} ${note.reviewOn}${note.note ? ': ' : ''}`}
            <FoundText text={note.note} typed={typed} />
          </span>
        </span>
      )}
    </div>
  )
}

function findingText({ kind, with: others }: TidyFinding): string {
  const [first] = others
  const other = first ? nameOf(first) : ''
  switch (kind) {
    case 'duplicate':
      return 'duplicate'
    case 'contained':
      return others.length > 1 ? 'inside two other entries' : `inside ${other}`
    case 'overlapping':
      return `overlaps ${other}`
    case 'adjacent':
      return `adjacent to ${other}`
  }
}
