import { memo } from 'react'
import type { SettingName } from '#contract/settings.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { cellLabel, cellView, type CellContext } from '../model/cell.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import classes from './Grid.module.css'
import { mayBeWide } from './measures.ts'

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
export const Cell = memo(function Cell({ name, chat, context, column, isSelected, isActive, left }: CellProps) {
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
