import { memo } from 'react'
import type { SettingName } from '#contract/settings.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { cellLabel, cellView, type CellContext } from '../model/cell.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import classes from './Grid.module.css'

interface CellProps {
  name: SettingName
  chat: MatrixChat
  context: CellContext
  column: number
  start: number
  isSelected: boolean
  /** Tab reaches it. */
  isActive: boolean
}

/** A value with its marks. While somebody scrolls, only the cells that come into sight are rendered. */
export const Cell = memo(function Cell({ name, chat, context, column, start, isSelected, isActive }: CellProps) {
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
      className={classes.cell}
      style={{ left: start }}
    >
      <span className={classes.value}>{view?.text}</span>
      {view?.finding && <Icon name="warning" size={12} className="warn" />}
    </div>
  )
})
