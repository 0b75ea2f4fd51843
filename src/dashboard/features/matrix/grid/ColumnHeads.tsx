import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import type { Line } from '../model/lines.ts'
import type { Area } from '../model/selection.ts'
import type { Heads } from './Grid.tsx'
import classes from './Grid.module.css'

interface ColumnHeadsProps {
  lines: readonly Line[]
  drawn: readonly VirtualItem[]
  heads: Heads
  area: Area | null
}

/** The first row, which stays in sight. */
export const ColumnHeads = memo(function ColumnHeads({ lines, drawn, heads, area }: ColumnHeadsProps) {
  return (
    <div role="row" aria-rowindex={1} className={classes.heads}>
      <div role="columnheader" aria-colindex={1} className={classes.corner}>
        {heads.corner}
      </div>
      {drawn.map(({ index, start, key }) => (
        <div
          key={key}
          role="columnheader"
          aria-colindex={index + 2}
          data-column={index}
          data-selected={(area && index >= area.left && index <= area.right) || undefined}
          className={classes.columnHead}
          style={{ left: start }}
        >
          {heads.column(lines[index]!)}
        </div>
      ))}
    </div>
  )
})
