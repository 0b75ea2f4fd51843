import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, useMemo } from 'react'
import type { CellContext } from '../model/cell.ts'
import { cellAt, type GridRow, type Line } from '../model/lines.ts'
import { Cell } from './Cell.tsx'
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

/** A row with the cells that are in sight. */
export const Row = memo(function Row(props: RowProps) {
  const { row, start, rowIndex, columns, drawn, context, heads, left, right, active, activeStart } = props
  const head = useMemo(() => (row.kind === 'group' ? heads.group(row) : heads.row(row.line)), [heads, row])
  if (row.kind === 'group')
    return (
      <div role="row" aria-rowindex={rowIndex} className={classes.group} style={{ top: start }}>
        <div role="rowheader" aria-colindex={1} aria-colspan={columns.length + 1} className={classes.groupHead}>
          {head}
        </div>
      </div>
    )
  const isActiveDrawn = active < 0 || drawn.some(({ index }) => index === active)
  const cell = (column: number, offset: number) => {
    const line = columns[column]
    const at = line && cellAt(row.line, line)
    return (
      at && (
        <Cell
          key={line.key}
          name={at.name}
          chat={at.chat}
          context={context}
          column={column}
          start={offset}
          isSelected={column >= left && column <= right}
          isActive={column === active}
        />
      )
    )
  }
  return (
    <div role="row" aria-rowindex={rowIndex} data-line={row.index} className={classes.row} style={{ top: start }}>
      <div role="rowheader" aria-colindex={1} data-selected={left >= 0 || undefined} className={classes.rowHead}>
        {head}
      </div>
      {!isActiveDrawn && cell(active, activeStart)}
      {drawn.map(({ index, start: offset }) => cell(index, offset))}
    </div>
  )
})
