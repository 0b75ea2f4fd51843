import { memo } from 'react'
import type { SettingName } from '#contract/settings.ts'
import type { CellContext } from '../model/cell.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import type { GridRow } from '../model/rows.ts'
import { Cell } from './Cell.tsx'
import type { Heads } from './Grid.tsx'
import classes from './Grid.module.css'

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
      <span aria-hidden style={{ width: first * columnWidth }} className={classes.before} />
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
