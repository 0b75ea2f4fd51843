import type { Area } from '../model/selection.ts'
import classes from './Grid.module.css'

interface SelectionFrameProps {
  area: Area
  /** Where the rows of the area begin and end. */
  top: number
  bottom: number
  columnWidth: number
  headWidth: number
}

/** The frame around the selected cells. */
export const SelectionFrame = ({ area, top, bottom, columnWidth, headWidth }: SelectionFrameProps) => (
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
