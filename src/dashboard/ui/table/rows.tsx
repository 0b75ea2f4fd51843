import { IconButton } from '../form/Button.tsx'
import { memo, type ReactNode, type Ref } from 'react'
import { RowCheckbox } from '../form/RowCheckbox.tsx'
import { ActionMenu } from '../overlay/ActionMenu.tsx'
import classes from './DataTable.module.css'
import type { Column } from './fit-columns.ts'

export interface RowActions<Row> {
  toggle: (row: Row, extend: boolean) => void
  menu: (row: Row) => ReactNode
}

interface RowProps<Row> {
  row: Row
  index: number
  name: string
  /** undefined: rows are not selected. */
  isSelected: boolean | undefined
  actions: RowActions<Row>
  hasMenu: boolean
  /** What it shows over all columns, in place of its cells. */
  wide: ReactNode
  measure: Ref<HTMLElement> | undefined
}

interface TableRowProps<Row> extends RowProps<Row> {
  columns: Column<Row>[]
  isHighlighted: boolean
  /** A stronger line closes the rows up to this one. */
  isLastOfFirst: boolean
}

export const TableRow = memo(function TableRow<Row>({ columns, isHighlighted, isLastOfFirst, ...props }: TableRowProps<Row>) {
  const { row, index, isSelected, measure, wide, hasMenu } = props
  if (wide)
    return (
      <tr ref={measure as Ref<HTMLTableRowElement>} data-index={index} aria-rowindex={index + 2}>
        <td colSpan={columns.length + (hasMenu ? 1 : 0)} className={classes.wide}>
          {wide}
        </td>
      </tr>
    )
  return (
    <tr
      ref={measure as Ref<HTMLTableRowElement>}
      data-index={index}
      aria-rowindex={index + 2}
      data-selected={isSelected || undefined}
      data-highlighted={isHighlighted || undefined}
      data-last-of-first={isLastOfFirst || undefined}
      aria-selected={isSelected}
    >
      {isSelected !== undefined && (
        <td>
          <Select {...props} />
        </td>
      )}
      {columns.map(({ key, align, isRowHead, cell }) => {
        const Cell = isRowHead ? 'th' : 'td'
        return (
          <Cell key={key} data-align={align} scope={isRowHead && 'row'}>
            {cell(row)}
          </Cell>
        )
      })}
      {hasMenu && (
        <td className="at-end">
          <RowMenu {...props} />
        </td>
      )}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

interface ListItemProps<Row> extends RowProps<Row> {
  item: ((row: Row) => ReactNode) | undefined
  count: number
}

export const ListItem = memo(function ListItem<Row>({ item, count, ...props }: ListItemProps<Row>) {
  const { row, index, isSelected, measure, wide } = props
  return (
    <li
      ref={measure as Ref<HTMLLIElement>}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={wide ? undefined : classes.item}
      data-selected={isSelected || undefined}
    >
      {wide || (
        <>
          {isSelected !== undefined && <Select {...props} />}
          <div className="grow">{item?.(row)}</div>
          {props.hasMenu && <RowMenu {...props} />}
        </>
      )}
    </li>
  )
}) as <Row>(props: ListItemProps<Row>) => ReactNode

function Select<Row>({ row, name, isSelected, actions }: RowProps<Row>) {
  return (
    <RowCheckbox
      label={`Select ${name}`}
      checked={isSelected}
      onChange={(event) => actions.toggle(row, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
    />
  )
}

function RowMenu<Row>({ row, name, actions }: RowProps<Row>) {
  return <ActionMenu items={() => actions.menu(row)} button={<IconButton icon="more" size="xs" aria-label={`Actions for ${name}`} />} />
}
