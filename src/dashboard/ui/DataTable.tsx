import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, type ReactNode, type Ref } from 'react'
import { ActMenu } from './ActMenu.tsx'
import classes from './DataTable.module.css'
import { widthOf } from './fit-columns.ts'
import { Icon } from './icons.tsx'
import { Tick } from './Tick.tsx'

export interface Column<Row> {
  key: string
  label: string
  /** Pixels; what is left over goes to the columns without a width. */
  width?: number
  sortable?: boolean
  align?: 'right'
  /** Where the table has too little room, columns of rank 1 go first; without a rank a column stays. */
  dropRank?: number
  cell: (row: Row) => ReactNode
}

export interface Sort {
  key: string
  descending: boolean
}

interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string
  /** In the order they are shown. */
  rows: Row[]
  columns: Column<Row>[]
  /** The element whose width the columns have. */
  measured: Ref<HTMLDivElement>
  idOf: (row: Row) => number
  nameOf: (row: Row) => string
  sort: Sort
  onSort: (sort: Sort) => void
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
  /** The acts of a row. */
  menu: (row: Row) => ReactNode
  /** A row as an item of a list, for phones. */
  item: (row: Row) => ReactNode
  empty: ReactNode
}

/** A table with selection, sorting and acts; a list on phones. Knows nothing of what it lists. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  if (props.rows.length === 0) return props.empty
  return phone ? <AsList {...props} /> : <AsTable {...props} />
}

function AsTable<Row>({ label, rows, columns, measured, sort, onSort, ...props }: DataTableProps<Row>) {
  const { idOf, nameOf, menu } = props
  const selection = useSelection({ rows, ...props })
  return (
    <div ref={measured} className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table} style={{ minWidth: widthOf(columns) }} aria-label={label}>
        <colgroup>
          <col width={42} />
          {columns.map(({ key, width }) => (
            <col key={key} {...(width ? { width } : {})} />
          ))}
          <col width={46} />
        </colgroup>
        <thead>
          <tr>
            <th>
              <Tick
                label={`Select all ${rows.length} shown`}
                checked={selection.all}
                some={selection.some}
                onChange={selection.toggleAll}
              />
            </th>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            <th>
              <span className="rk-hidden">Acts</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} data-selected={selection.has(row) || undefined} aria-selected={selection.has(row)}>
              <td>
                <Select row={row} name={nameOf(row)} selection={selection} />
              </td>
              {columns.map(({ key, align, cell }) => (
                <td key={key} data-align={align} className={classes.cell}>
                  {cell(row)}
                </td>
              ))}
              <td className={classes.acts}>
                <RowMenu name={nameOf(row)} items={() => menu(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head<Row>({ column, sort, onSort }: { column: Column<Row>; sort: Sort; onSort: (sort: Sort) => void }) {
  const sorted = sort.key === column.key
  const direction = sort.descending ? 'descending' : 'ascending'
  if (!column.sortable)
    return (
      <th scope="col" data-align={column.align}>
        {column.label}
      </th>
    )
  return (
    <th scope="col" data-align={column.align} aria-sort={sorted ? direction : 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-sorted={sorted || undefined}
        onClick={() => onSort({ key: column.key, descending: sorted ? !sort.descending : false })}
      >
        {column.label}
        {sorted && <Icon name={sort.descending ? 'sortDown' : 'sortUp'} size={12} />}
      </button>
    </th>
  )
}

function AsList<Row>({ label, rows, item, menu, idOf, nameOf, selected, onSelect }: DataTableProps<Row>) {
  const selection = useSelection({ rows, idOf, selected, onSelect })
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map((row) => (
        <li key={idOf(row)} className={classes.item} data-selected={selection.has(row) || undefined}>
          <Select row={row} name={nameOf(row)} selection={selection} />
          <div className={classes.words}>{item(row)}</div>
          <RowMenu name={nameOf(row)} items={() => menu(row)} />
        </li>
      ))}
    </ul>
  )
}

type Selection<Row> = ReturnType<typeof useSelection<Row>>

/** Selection by click and by Shift-range. What is selected but not shown stays selected. */
function useSelection<Row>({ rows, idOf, selected, onSelect }: Pick<DataTableProps<Row>, 'rows' | 'idOf' | 'selected' | 'onSelect'>) {
  const last = useRef<number | null>(null)
  const shown = rows.map(idOf)
  const chosen = shown.filter((id) => selected.has(id)).length
  const select = (ids: number[], on: boolean) => {
    const others = [...selected].filter((id) => !ids.includes(id))
    onSelect(new Set(on ? [...others, ...ids] : others))
  }
  return {
    all: chosen > 0 && chosen === shown.length,
    some: chosen > 0 && chosen < shown.length,
    has: (row: Row) => selected.has(idOf(row)),
    toggleAll: () => select(shown, chosen < shown.length),
    toggle: (row: Row, range: boolean) => {
      const at = shown.indexOf(idOf(row))
      const from = range && last.current !== null ? shown.indexOf(last.current) : at
      last.current = idOf(row)
      select(shown.slice(Math.min(from < 0 ? at : from, at), Math.max(from, at) + 1), !selected.has(idOf(row)))
    },
  }
}

function Select<Row>({ row, name, selection }: { row: Row; name: string; selection: Selection<Row> }) {
  return (
    <Tick
      label={`Select ${name}`}
      checked={selection.has(row)}
      onChange={(event) => selection.toggle(row, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
    />
  )
}

function RowMenu({ name, items }: { name: string; items: () => ReactNode }) {
  return (
    <ActMenu
      items={items}
      button={
        <ActionIcon size="xs" aria-label={`Acts for ${name}`}>
          <Icon name="more" />
        </ActionIcon>
      }
    />
  )
}
