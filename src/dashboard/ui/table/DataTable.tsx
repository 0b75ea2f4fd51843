import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, type ReactNode, type Ref, type RefObject } from 'react'
import { useLatest } from '../page/use-latest.ts'
import { useIsPhone } from '../page/use-media.ts'
import classes from './DataTable.module.css'
import { boxWidth, type Column, menuWidth, widthOf } from './fit-columns.ts'
import { ListItem, TableRow, type RowActions } from './rows.tsx'
import { Icon } from '../theme/icons.tsx'
import { RowCheckbox } from '../form/RowCheckbox.tsx'
import type { Selection } from './use-selection.ts'
import { count } from '#dashboard/ui/format/numbers.ts'

// Most accounts have fewer rows than it takes.
const VirtualRows = lazy(async () => ({ default: (await import('./VirtualRows.tsx')).VirtualRows }))

const none: readonly never[] = []

/** More rows than this are not drawn at once. */
const maxPlainRows = 40

export interface Sort {
  key: string
  descending: boolean
}

interface DataTableProps<Row, Id> {
  /** Names the table for screen readers. */
  label: string
  /** In the order they are shown. */
  rows: Row[]
  columns: Column<Row>[]
  /** The element whose width the columns have. */
  measured?: Ref<HTMLDivElement>
  /** Fills the height that its column leaves, also with few rows. */
  fills?: boolean
  idOf: (row: Row) => Id
  nameOf: (row: Row) => string
  /** Missing: no column sorts. */
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Missing: no row is selected, and the table is as high as its rows, which may have several lines. */
  selection?: Selection<Id> | undefined
  /** How many rows at the start are there for another reason than the sort; a line closes them. */
  first?: number
  /** Rows that answer a question; the first one is brought into sight. */
  highlighted?: readonly Id[]
  /** What a row shows over all columns, such as the heading of a group or the details of the row above; null: its cells. Not where rows are selected. */
  wide?: (row: Row) => ReactNode
  /** The actions of a row; missing: it has none. */
  menu?: (row: Row) => ReactNode
  /** A row as an item of a list, on phones; `columns`: the cells of the first column above those of the others that have no rank. Missing: the table. */
  item?: ((row: Row) => ReactNode) | 'columns'
  empty?: ReactNode
}

/** A table whose rows may be sorted, selected, opened and grouped, with a menu in each; a list on phones. Knows nothing of what it lists. */
export function DataTable<Row, Id extends number | string>(props: DataTableProps<Row, Id>) {
  const phone = useIsPhone()
  if (props.rows.length === 0) return props.empty
  return phone && props.item ? <AsList {...props} /> : <AsTable {...props} />
}

function AsTable<Row, Id extends number | string>(props: DataTableProps<Row, Id>) {
  const { label, rows, columns, measured, fills, sort, onSort, idOf, nameOf, selection, first = 0, highlighted = none, wide } = props
  const scroller = useRef<HTMLDivElement>(null)
  const actions = useRowActions(props)
  const marked = useMemo(() => new Set(highlighted), [highlighted])
  const selected = rows.filter((row) => selection?.ids.has(idOf(row))).length
  const [boxes, menus] = [selection ? boxWidth : 0, props.menu ? menuWidth : 0]
  const staysInSight = selection ? columns.slice(0, 1) : columns.slice(0, 1).filter(({ isRowHead }) => isRowHead)
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-fills={fills}
      // What gets the focus scrolls out from under the columns that stay in sight.
      style={{ scrollPaddingInline: `${widthOf(staysInSight, boxes)}px ${menus}px` }}
      {...(selection && { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
      <div ref={measured} />
      <table
        className={classes.table}
        style={{ minWidth: widthOf(columns, boxes + menus) }}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <colgroup>
          {selection && <col width={boxWidth} />}
          {columns.map(({ key, width }) => (
            <col key={key} {...(width ? { width } : {})} />
          ))}
          {props.menu && <col width={menuWidth} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th>
                <RowCheckbox
                  label={`Select all ${count(rows.length)} shown`}
                  checked={selected === rows.length}
                  indeterminate={selected > 0 && selected < rows.length}
                  onChange={() => selection.set(rows.map(idOf), selected < rows.length)}
                />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead
                key={column.key}
                column={column}
                sort={sort}
                onSort={(next) => {
                  onSort?.(next)
                  scroller.current?.scrollTo({ top: 0 })
                }}
              />
            ))}
            {props.menu && (
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          <Rows {...{ rows, idOf, scroller }} spacer="tr" estimate={36} revealed={rows.findIndex((row) => idOf(row) === highlighted[0])}>
            {(row, index, measure) => (
              <TableRow
                key={idOf(row)}
                {...{ row, index, columns, measure, actions }}
                hasMenu={props.menu !== undefined}
                wide={wide?.(row)}
                name={nameOf(row)}
                isSelected={selection?.ids.has(idOf(row))}
                isHighlighted={marked.has(idOf(row))}
                isLastOfFirst={index === first - 1}
              />
            )}
          </Rows>
        </tbody>
      </table>
    </div>
  )
}
function AsList<Row, Id extends number | string>(props: DataTableProps<Row, Id>) {
  const { label, rows, columns, wide, idOf, nameOf, selection } = props
  const item = props.item === 'columns' ? (row: Row) => <Cells row={row} columns={columns} /> : props.item
  const actions = useRowActions(props)
  return (
    <ul aria-label={label}>
      <Rows rows={rows} idOf={idOf} scroller={null} spacer="li" estimate={65}>
        {(row, index, measure) => (
          <ListItem
            key={idOf(row)}
            {...{ row, index, item, measure, actions }}
            hasMenu={props.menu !== undefined}
            wide={wide?.(row)}
            count={rows.length}
            name={nameOf(row)}
            isSelected={selection?.ids.has(idOf(row))}
          />
        )}
      </Rows>
    </ul>
  )
}

/** The cells of a row, as an item of a list. */
function Cells<Row>({ row, columns: [first, ...others] }: { row: Row; columns: Column<Row>[] }) {
  return (
    <>
      {first?.cell(row)}
      <div className="row wrap meta">
        {others.map(({ key, dropRank, cell }) => dropRank === undefined && <span key={key}>{cell(row)}</span>)}
      </div>
    </>
  )
}

/** The same object for every render, so that a change of one row renders that row alone. */
function useRowActions<Row, Id>({ menu, idOf, selection }: DataTableProps<Row, Id>): RowActions<Row> {
  return useLatest({ menu: (row: Row) => menu?.(row), toggle: (row: Row, extend: boolean) => selection?.toggle(idOf(row), extend) })
}

interface RowsProps<Row> {
  rows: Row[]
  idOf: (row: Row) => number | string
  scroller: RefObject<HTMLElement | null> | null
  spacer: 'tr' | 'li'
  estimate: number
  /** A row to bring into sight; -1: none. */
  revealed?: number
  children: (row: Row, index: number, measure?: Ref<HTMLElement>) => ReactNode
}

/** All of few rows; of many those around what is in sight. */
function Rows<Row>({ rows, idOf, estimate, children: draw, ...rest }: RowsProps<Row>) {
  const { scroller, revealed = -1 } = rest
  const isPlain = rows.length <= maxPlainRows
  useEffect(() => {
    if (isPlain && revealed >= 0) scroller?.current?.querySelector(`[data-index="${revealed}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [isPlain, revealed, scroller])
  // A new function would make the virtualizer compute the offsets of all rows again.
  const keyOf = useCallback((index: number) => (rows[index] === undefined ? -1 : idOf(rows[index])), [rows, idOf])
  const plain = rows.slice(0, maxPlainRows).map((row, index) => draw(row, index))
  if (isPlain) return plain
  return (
    <Suspense fallback={plain}>
      <VirtualRows
        {...rest}
        estimate={() => estimate}
        count={rows.length}
        keyOf={keyOf}
        row={(index, measure) => rows[index] !== undefined && draw(rows[index], index, measure)}
      />
    </Suspense>
  )
}

interface ColumnHeadProps {
  column: Pick<Column<never>, 'key' | 'label' | 'sortable' | 'align'>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** The head of a column: with a button where it sorts. */
export function ColumnHead({ column, sort, onSort }: ColumnHeadProps) {
  const { key, label, align } = column
  const sorts = sort && column.sortable
  const sorted = sort?.key === key
  const direction = sort?.descending ? 'descending' : 'ascending'
  return (
    <th scope="col" title={label} data-align={align} aria-sort={sorts ? (sorted ? direction : 'none') : undefined}>
      {sorts ? (
        <button
          type="button"
          className="sort-button"
          data-sorted={sorted || undefined}
          onClick={() => onSort({ key, descending: sorted && !sort.descending })}
        >
          {label}
          {sorted && <Icon name={sort.descending ? 'sortDown' : 'sortUp'} size={12} />}
        </button>
      ) : (
        label
      )}
    </th>
  )
}
