import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { BanRow } from './BanRow.tsx'
import classes from './BanTable.module.css'
import type { Notes } from './notes.ts'
import type { BanList, Entry } from '../read.ts'
import type { ChangeView, BanListView } from './view.ts'

interface BanTableProps {
  /** In their order. */
  rows: Entry[]
  list: BanList
  notes: Notes
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  view: BanListView
  change: ChangeView
  /** The entries that ban what is asked about; the first is brought into sight. */
  hits: readonly Entry[]
  /** Today, YYYY-MM-DD. */
  on: string
  menu: (entry: Entry) => ReactNode
}

const columns = [
  { key: 'first', label: 'First' },
  { key: 'last', label: 'Last' },
  { key: null, label: 'CIDR' },
  { key: 'size', label: 'Addresses' },
] as const

/** The list. However long it is, only the rows in sight and a few around them are drawn. */
export function BanTable({ rows, list, notes, selected, onSelect, view, change, hits, on, menu }: BanTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const last = useRef<string | null>(null)
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? 43 : 36),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  })
  const firstHit = hits[0]?.id
  useEffect(() => {
    const at = firstHit === undefined ? -1 : rows.findIndex(({ id }) => id === firstHit)
    if (at >= 0) virtual.scrollToIndex(at, { align: 'center' })
  }, [firstHit, rows, virtual])

  const hitIds = new Set(hits.map(({ id }) => id))
  const chosen = rows.reduce((sum, { id }) => sum + Number(selected.has(id)), 0)
  const set = (entries: Entry[], on: boolean) => {
    const next = new Set(selected)
    for (const { id } of entries) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onSelect(next)
  }

  function toggle(entry: Entry, extend: boolean) {
    const at = rows.indexOf(entry)
    const from = extend ? rows.findIndex(({ id }) => id === last.current) : -1
    last.current = entry.id
    const [start, end] = from < 0 ? [at, at] : [Math.min(from, at), Math.max(from, at)]
    set(rows.slice(start, end + 1), !selected.has(entry.id))
  }
  // The same for every drawing, so that scrolling draws only the rows that come.
  const latestToggle = useRef(toggle)
  useEffect(() => {
    latestToggle.current = toggle
  })
  const onToggle = useCallback((entry: Entry, extend: boolean) => latestToggle.current(entry, extend), [])

  return (
    <div role="table" aria-label="Banned addresses" aria-rowcount={rows.length + 1} className={classes.table}>
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={`${classes.columns} ${classes.head}`}>
          <span role="columnheader">
            <RowCheckbox
              label={`Select all ${rows.length} shown`}
              checked={chosen > 0 && chosen === rows.length}
              some={chosen > 0 && chosen < rows.length}
              onChange={() => set(rows, chosen < rows.length)}
            />
          </span>
          {columns.map(({ key, label }) => (
            <Head key={label} sort={key} label={label} view={view} change={change} />
          ))}
          <span role="columnheader">Notes</span>
          <span role="columnheader">
            <span className="visually-hidden">Actions</span>
          </span>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={scroller} role="rowgroup" className={classes.scroller} tabIndex={0} aria-label="Entries">
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const entry = rows[index]
            if (!entry) return null
            return (
              <div
                key={key}
                // Only on phones a row may need a second line.
                {...(phone && { ref: virtual.measureElement })}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={selected.has(entry.id)}
                data-selected={selected.has(entry.id) || undefined}
                data-hit={hitIds.has(entry.id) || undefined}
                className={`${classes.columns} ${classes.row}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                <BanRow {...{ entry, list, notes, on, menu }} isSelected={selected.has(entry.id)} onToggle={onToggle} />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface HeadProps {
  /** null: it does not sort. */
  sort: BanListView['sort'] | null
  label: string
  view: BanListView
  change: ChangeView
}

function Head({ sort, label, view, change }: HeadProps) {
  const isSorted = view.sort === sort
  if (sort === null)
    return (
      <span role="columnheader" className={classes.wide}>
        {label}
      </span>
    )
  return (
    <span
      role="columnheader"
      className={sort === 'first' ? undefined : classes.wide}
      data-align={sort === 'size' ? 'right' : undefined}
      aria-sort={isSorted ? (view.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        data-sorted={isSorted || undefined}
        onClick={() => change({ sort, descending: isSorted ? !view.descending : false })}
      >
        {label}
        {isSorted && <Icon name={view.descending ? 'sortDown' : 'sortUp'} size={12} />}
      </button>
    </span>
  )
}
