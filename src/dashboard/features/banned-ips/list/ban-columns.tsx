import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import type { Column } from '#dashboard/ui/table/DataTable.tsx'
import { prefixOf } from '../ranges/cidr.ts'
import { dotted } from '../ranges/range.ts'
import type { Finding } from '../ranges/tidy.ts'
import { nameOf, type BanList, type Entry } from '../read.ts'
import classes from './ban-columns.module.css'
import { isDue, noteOf, type Notes } from './notes.ts'

interface BanColumns {
  list: BanList
  notes: Notes
  /** Today, YYYY-MM-DD. */
  on: string
  /** On phones the name has the notes under it, and the size beside it. */
  phone: boolean
}

export function banColumns({ list, notes, on, phone }: BanColumns): Column<Entry>[] {
  const notesOf = (entry: Entry) => <EntryNotes {...{ entry, list, notes, on }} />
  const size: Column<Entry> = {
    key: 'size',
    label: 'Addresses',
    width: 122,
    sortable: true,
    align: 'right',
    cell: (entry) => <span className="num">{count(entry.size)}</span>,
  }
  const name = (entry: Entry) => (
    <>
      <span className="code">{nameOf(entry)}</span>
      {notesOf(entry)}
    </>
  )
  if (phone) return [{ key: 'first', label: 'First', minWidth: 120, sortable: true, cell: name }, size]
  return [
    { key: 'first', label: 'First', width: 130, sortable: true, cell: ({ first }) => <span className="code">{dotted(first)}</span> },
    {
      key: 'last',
      label: 'Last',
      width: 130,
      sortable: true,
      cell: ({ first, last }) => (first === last ? <span className="code quiet">same</span> : <span className="code">{dotted(last)}</span>),
    },
    { key: 'cidr', label: 'CIDR', width: 56, cell: (entry) => <span className="code quiet">{cidr(entry)}</span> },
    size,
    { key: 'notes', label: 'Notes', minWidth: 100, cell: notesOf },
  ]
}

function cidr(entry: Entry): string {
  const prefix = prefixOf(entry)
  return prefix === null ? '–' : `/${prefix}`
}

function EntryNotes({ entry, list, notes, on }: { entry: Entry } & Omit<BanColumns, 'phone'>) {
  const finding = list.findings.get(entry.id)
  const note = noteOf(notes, entry)
  if (!finding && !note) return null
  return (
    <div className={classes.notes}>
      {finding && (
        <span className={classes.note}>
          <Icon name="merge" size={14} />
          <span title={findingText(finding)}>{findingText(finding)}</span>
        </span>
      )}
      {note && (
        <span className={classes.note} title={`${note.note} (kept in this browser)`} data-due={isDue(note, on) || undefined}>
          <Icon name={isDue(note, on) ? 'clock' : 'edit'} size={14} />
          <span className="outside">
            {note.reviewOn && `${isDue(note, on) ? 'review since' : 'review on'} ${note.reviewOn}${note.note ? ': ' : ''}`}
            {note.note}
          </span>
        </span>
      )}
    </div>
  )
}

function findingText({ kind, with: others }: Finding): string {
  const [first] = others
  const other = first ? nameOf(first) : ''
  switch (kind) {
    case 'duplicate':
      return 'listed twice'
    case 'contained':
      return others.length > 1 ? 'inside two others' : `inside ${other}`
    case 'overlapping':
      return `overlaps ${other}`
    case 'adjacent':
      return `joins with ${other}`
  }
}
