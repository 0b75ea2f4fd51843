import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import { cellLabel, cellView, type CellContext } from '../model/cell.ts'
import { cellAt, type GridRow, type Line } from '../model/lines.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { Heads } from './Grid.tsx'
import classes from './Grid.module.css'

interface RowProps {
  row: GridRow
  start: number
  rowIndex: number
  columns: readonly Line[]
  drawn: readonly VirtualItem[]
  context: CellContext
  heads: Heads
  /** The columns that are selected in this row; -1: none. */
  left: number
  right: number
  /** The column of the cell that Tab reaches; -1: in another row. */
  active: number
  /** Where that column is, also while it is out of sight. */
  activeStart: number
}

/** A row with the cells that are in sight. The cells are no components of their own: hundreds of them are drawn while somebody scrolls. */
export const Row = memo(function Row({ row, start, rowIndex, columns, drawn, context, heads, left, right, active, activeStart }: RowProps) {
  if (row.kind === 'group')
    return (
      <div role="row" aria-rowindex={rowIndex} className={classes.group} style={{ top: start }}>
        <div role="rowheader" aria-colindex={1} aria-colspan={columns.length + 1} className={classes.groupHead}>
          {heads.group(row)}
        </div>
      </div>
    )
  const isActiveDrawn = active < 0 || drawn.some(({ index }) => index === active)
  const cell = (column: number, offset: number) => {
    const at = cellAt(row.line, columns[column]!)
    if (!at) return null
    const { name, chat } = at
    const view = chat.access === 'none' ? null : cellView(name, chat, context)
    const isSelected = column >= left && column <= right
    return (
      <div
        key={columns[column]!.key}
        role="gridcell"
        aria-colindex={column + 2}
        aria-label={view ? cellLabel(name, chat, view, context) : cellLabel(name, chat)}
        aria-selected={isSelected}
        tabIndex={column === active ? 0 : -1}
        data-column={column}
        data-active={column === active || undefined}
        data-edited={view?.isEdited || undefined}
        data-unusual={view?.isUnusual || undefined}
        data-no-effect={!view || view.blockedBy !== null || undefined}
        data-not-default={(view?.isNotDefault && !view.finding) || undefined}
        className={classes.cell}
        style={{ left: offset }}
      >
        <span className={classes.value}>{view?.text}</span>
        {view?.finding && <Icon name="warning" size={12} className="warn" />}
      </div>
    )
  }
  return (
    <div role="row" aria-rowindex={rowIndex} data-line={row.index} className={classes.row} style={{ top: start }}>
      <div role="rowheader" aria-colindex={1} data-selected={left >= 0 || undefined} className={classes.rowHead}>
        {heads.row(row.line)}
      </div>
      {!isActiveDrawn && active < columns.length && cell(active, activeStart)}
      {drawn.map(({ index, start: offset }) => cell(index, offset))}
    </div>
  )
})
