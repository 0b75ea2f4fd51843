import { memo, type ReactNode } from 'react'
import type { Line } from '../model/lines.ts'
import type { Area } from '../model/selection.ts'
import type { Heads } from './Grid.tsx'
import classes from './Grid.module.css'
import type { Span } from './window.ts'

interface ColumnHeadsProps {
  lines: readonly Line[]
  drawn: Span
  columnWidth: number
  heads: Heads
  area: Area | null
  /** Drawn over them. */
  children?: ReactNode
}

/** The first row, which stays in sight. */
export function ColumnHeads({ lines, drawn: { first, last }, columnWidth, heads, area, children }: ColumnHeadsProps) {
  return (
    <div role="row" aria-rowindex={1} className={classes.heads}>
      <div role="columnheader" aria-colindex={1} className={classes.corner}>
        {heads.corner}
      </div>
      <span aria-hidden style={{ width: first * columnWidth }} className={classes.before} />
      {lines.slice(first, last + 1).map((line, index) => {
        const column = first + index
        const isSelected = area !== null && column >= area.left && column <= area.right
        return <ColumnHead key={line.key} {...{ line, column, heads, isSelected }} />
      })}
      {children}
    </div>
  )
}

interface ColumnHeadProps {
  line: Line
  column: number
  heads: Heads
  isSelected: boolean
}

const ColumnHead = memo(function ColumnHead({ line, column, heads, isSelected }: ColumnHeadProps) {
  return (
    <div
      role="columnheader"
      aria-colindex={column + 2}
      data-column={column}
      data-selected={isSelected || undefined}
      className={classes.columnHead}
    >
      {heads.column(line)}
    </div>
  )
})
