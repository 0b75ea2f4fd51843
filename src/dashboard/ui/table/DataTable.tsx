import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, memo, Suspense, useEffect, useMemo, useRef, type ReactNode, type Ref } from 'react'
import { ActionMenu } from '../overlay/ActionMenu.tsx'
import classes from './DataTable.module.css'
import { widthOf } from './fit-columns.ts'
import { Icon } from '../theme/icons.tsx'
import { RowCheckbox } from '../form/RowCheckbox.tsx'
import { useSelection } from './use-selection.ts'

// Most accounts have fewer rows than it takes.
const VirtualRows = lazy(async () => ({ default: (await import('./VirtualRows.tsx')).VirtualRows }))

/** More rows than this are not drawn at once. */
const maxPlainRows = 40

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

function AsTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, measured, sort, onSort, idOf, nameOf, selected } = props
  const scroller = useRef<HTMLDivElement>(null)
  const selection = useSelection(props)
  const acts = useRowActs(props.menu, selection.toggle)
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
      <div ref={measured} />
      <table className={classes.table} style={{ minWidth: widthOf(columns) }} aria-label={label} aria-rowcount={rows.length + 1}>
        <colgroup>
          <col width={42} />
          {columns.map(({ key, width }) => (
            <col key={key} {...(width ? { width } : {})} />
          ))}
          <col width={46} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th>
              <RowCheckbox
                label={`Select all ${rows.length} shown`}
                checked={selection.all}
                some={selection.some}
                onChange={selection.toggleAll}
              />
            </th>
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                sort={sort}
                onSort={(next) => {
                  onSort(next)
                  scroller.current?.scrollTo({ top: 0 })
                }}
              />
            ))}
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Rows rows={rows} idOf={idOf} scroller={scroller} spacer="tr" estimate={36}>
            {(row, index, measure) => (
              <TableRow
                key={idOf(row)}
                {...{ row, index, columns, measure, acts }}
                name={nameOf(row)}
                isSelected={selected.has(idOf(row))}
              />
            )}
          </Rows>
        </tbody>
      </table>
    </div>
  )
}

function AsList<Row>(props: DataTableProps<Row>) {
  const { label, rows, item, idOf, nameOf, selected } = props
  const acts = useRowActs(props.menu, useSelection(props).toggle)
  return (
    <ul aria-label={label}>
      <Rows rows={rows} idOf={idOf} scroller={null} spacer="li" estimate={65}>
        {(row, index, measure) => (
          <ListItem
            key={idOf(row)}
            {...{ row, index, item, measure, acts }}
            count={rows.length}
            name={nameOf(row)}
            isSelected={selected.has(idOf(row))}
          />
        )}
      </Rows>
    </ul>
  )
}

interface RowActs<Row> {
  toggle: (row: Row, extend: boolean) => void
  menu: (row: Row) => ReactNode
}

/** The same for every drawing, so that a change of one row draws that row alone. */
function useRowActs<Row>(menu: RowActs<Row>['menu'], toggle: RowActs<Row>['toggle']): RowActs<Row> {
  const latest = useRef({ menu, toggle })
  useEffect(() => {
    latest.current = { menu, toggle }
  })
  return useMemo(
    () => ({
      toggle: (row, extend) => latest.current.toggle(row, extend),
      menu: (row) => latest.current.menu(row),
    }),
    [],
  )
}

interface RowsProps<Row> {
  rows: Row[]
  idOf: (row: Row) => number
  scroller: { current: HTMLElement | null } | null
  spacer: 'tr' | 'li'
  estimate: number
  children: (row: Row, index: number, measure?: Ref<HTMLElement>) => ReactNode
}

/** All of few rows; of many those around what is in sight. */
function Rows<Row>({ rows, idOf, children: draw, ...rest }: RowsProps<Row>) {
  const plain = rows.slice(0, maxPlainRows).map((row, index) => draw(row, index))
  if (rows.length <= maxPlainRows) return plain
  return (
    <Suspense fallback={plain}>
      <VirtualRows
        {...rest}
        count={rows.length}
        keyOf={(index) => (rows[index] === undefined ? -1 : idOf(rows[index]))}
        row={(index, measure) => rows[index] !== undefined && draw(rows[index], index, measure)}
      />
    </Suspense>
  )
}

interface RowProps<Row> {
  row: Row
  index: number
  name: string
  isSelected: boolean
  acts: RowActs<Row>
  measure: Ref<HTMLElement> | undefined
}

const TableRow = memo(function TableRow<Row>({ columns, ...props }: RowProps<Row> & { columns: Column<Row>[] }) {
  const { row, index, isSelected, measure } = props
  return (
    <tr
      ref={measure as Ref<HTMLTableRowElement>}
      data-index={index}
      aria-rowindex={index + 2}
      data-selected={isSelected || undefined}
      aria-selected={isSelected}
    >
      <td>
        <Select {...props} />
      </td>
      {columns.map(({ key, align, cell }) => (
        <td key={key} data-align={align} className="cut">
          {cell(row)}
        </td>
      ))}
      <td className="at-end">
        <RowMenu {...props} />
      </td>
    </tr>
  )
}) as <Row>(props: RowProps<Row> & { columns: Column<Row>[] }) => ReactNode

const ListItem = memo(function ListItem<Row>({
  item,
  count,
  ...props
}: RowProps<Row> & Pick<DataTableProps<Row>, 'item'> & { count: number }) {
  const { row, index, isSelected, measure } = props
  return (
    <li
      ref={measure as Ref<HTMLLIElement>}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={classes.item}
      data-selected={isSelected || undefined}
    >
      <Select {...props} />
      <div className="shrinks">{item(row)}</div>
      <RowMenu {...props} />
    </li>
  )
}) as <Row>(props: RowProps<Row> & Pick<DataTableProps<Row>, 'item'> & { count: number }) => ReactNode

function Select<Row>({ row, name, isSelected, acts }: RowProps<Row>) {
  return (
    <RowCheckbox
      label={`Select ${name}`}
      checked={isSelected}
      onChange={(event) => acts.toggle(row, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
    />
  )
}

function RowMenu<Row>({ row, name, acts }: RowProps<Row>) {
  return (
    <ActionMenu
      items={() => acts.menu(row)}
      button={
        <ActionIcon size="xs" aria-label={`Actions for ${name}`}>
          <Icon name="more" />
        </ActionIcon>
      }
    />
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
