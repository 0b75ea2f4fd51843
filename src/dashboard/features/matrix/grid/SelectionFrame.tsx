import type { VirtualItem } from '@tanstack/react-virtual'
import type { Area } from '../model/selection.ts'
import classes from './Grid.module.css'

interface SelectionFrameProps {
  area: Area
  /** Where all rows are. */
  rows: readonly VirtualItem[]
  /** The row of each line. */
  rowOf: readonly number[]
  columnWidth: number
  headWidth: number
}

/** The frame around the selected cells. */
export function SelectionFrame({ area, rows, rowOf, columnWidth, headWidth }: SelectionFrameProps) {
  const top = rows[rowOf[area.top] ?? -1]?.start
  const bottom = rows[rowOf[area.bottom] ?? -1]?.end
  if (top === undefined || bottom === undefined) return null
  return (
    <div
      aria-hidden
      className={classes.frame}
      data-selection-frame
      style={{
        top: top - 1,
        height: bottom - top + 1,
        left: headWidth + area.left * columnWidth - 1,
        width: (area.right - area.left + 1) * columnWidth + 1,
      }}
    />
  )
}
