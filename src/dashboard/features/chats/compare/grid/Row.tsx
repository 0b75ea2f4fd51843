import { memo, type ReactNode } from 'react'
import type { SettingName } from '#contract/settings.ts'
import { type CellContext, cellLabel, cellView } from '../model/cell.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import type { GridRow } from '../model/rows.ts'
import type { Heads } from './use-heads.tsx'
import classes from './Grid.module.css'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { mayBeWide, type Span } from './window.ts'
import type { Area } from '../model/selection.ts'

interface RowProps {
  row: GridRow
  top: number
  rowIndex: number
  chats: readonly MatrixChat[]
  columnWidth: number
  headWidth: number
  /** The first and the last column that are drawn. */
  first: number
  last: number
  context: CellContext
  heads: Heads
  /** The columns that are selected in this row; -1: none. */
  left: number
  right: number
  /** The column of the cell that Tab reaches, which is drawn also while it is out of sight; -1: in another row. */
  active: number
}

/** A row with the cells that are in sight. */
export const Row = memo(function Row(props: RowProps) {
  const { row, top, rowIndex, chats, columnWidth, headWidth, first, last, context, heads, left, right, active } = props
  if (row.kind === 'group')
    return (
      <div role="row" aria-rowindex={rowIndex} className={classes.group} style={{ top }}>
        <div role="rowheader" aria-colindex={1} aria-colspan={chats.length + 1} className={classes.groupHead}>
          {heads.group(row)}
        </div>
      </div>
    )
  const drawn = Array.from({ length: Math.min(last, chats.length - 1) - first + 1 }, (_, index) => first + index)
  // In the order of the columns: an element that is moved loses the focus.
  if (active >= 0 && active < first) drawn.unshift(active)
  if (active > last && active < chats.length) drawn.push(active)
  return (
    <div role="row" aria-rowindex={rowIndex} data-line={row.index} className={classes.row} style={{ top }}>
      <RowHead name={row.name} heads={heads} isSelected={left >= 0} />
      <span aria-hidden style={{ width: first * columnWidth }} className="rigid" />
      {drawn.map((column) => (
        <Cell
          key={chats[column]!.id}
          name={row.name}
          chat={chats[column]!}
          context={context}
          column={column}
          isSelected={column >= left && column <= right}
          isActive={column === active}
          left={column < first || column > last ? headWidth + column * columnWidth : undefined}
        />
      ))}
    </div>
  )
})

interface RowHeadProps {
  name: SettingName
  heads: Heads
  isSelected: boolean
}

const RowHead = memo(function RowHead({ name, heads, isSelected }: RowHeadProps) {
  return (
    <div role="rowheader" aria-colindex={1} data-selected={isSelected || undefined} className={classes.rowHead}>
      {heads.row(name)}
    </div>
  )
})

interface CellProps {
  name: SettingName
  chat: MatrixChat
  context: CellContext
  column: number
  isSelected: boolean
  /** Tab reaches this cell. */
  isActive: boolean
  /** Where it is, for a cell that is not drawn beside its neighbours. */
  left?: number | undefined
}

/** A cell. Hundreds of them are drawn and some come with each step of scrolling, so it is one element, drawn again for its own props alone. */
const Cell = memo(function Cell({ name, chat, context, column, isSelected, isActive, left }: CellProps) {
  const view = chat.access === 'none' ? null : cellView(name, chat, context)
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      aria-label={view ? cellLabel(name, chat, view, context) : cellLabel(name, chat)}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-column={column}
      data-active={isActive || undefined}
      data-edited={view?.isEdited || undefined}
      data-unusual={view?.isUnusual || undefined}
      data-no-effect={!view || view.blockedBy !== null || undefined}
      data-not-default={(view?.isNotDefault && !view.finding) || undefined}
      data-finding={(view && view.finding !== null) || undefined}
      data-long={(view && mayBeWide(view.text)) || undefined}
      className={classes.cell}
      style={left === undefined ? undefined : { position: 'absolute', left }}
    >
      {view?.text}
      {view?.finding && <Icon name="warning" size={12} className="warn" />}
    </div>
  )
})

interface ColumnHeadsProps {
  chats: readonly MatrixChat[]
  drawn: Span
  columnWidth: number
  heads: Heads
  area: Area | null
  /** Drawn over them. */
  children?: ReactNode
}

/** The first row, which stays in sight. */
export function ColumnHeads({ chats, drawn: { first, last }, columnWidth, heads, area, children }: ColumnHeadsProps) {
  return (
    <div role="row" aria-rowindex={1} className={classes.heads}>
      <div role="columnheader" aria-colindex={1} className={classes.corner}>
        {heads.corner}
      </div>
      <span aria-hidden style={{ width: first * columnWidth }} className="rigid" />
      {chats.slice(first, last + 1).map((chat, index) => {
        const column = first + index
        const isSelected = area !== null && column >= area.left && column <= area.right
        return <ColumnHead key={chat.id} {...{ chat, column, heads, isSelected }} />
      })}
      {children}
    </div>
  )
}

interface ColumnHeadProps {
  chat: MatrixChat
  column: number
  heads: Heads
  isSelected: boolean
}

const ColumnHead = memo(function ColumnHead({ chat, column, heads, isSelected }: ColumnHeadProps) {
  return (
    <div
      role="columnheader"
      aria-colindex={column + 2}
      data-column={column}
      data-selected={isSelected || undefined}
      className={classes.columnHead}
    >
      {heads.column(chat)}
    </div>
  )
})
