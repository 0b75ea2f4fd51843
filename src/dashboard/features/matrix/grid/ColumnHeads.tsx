import { memo, type ReactNode } from 'react'
import type { MatrixChat } from '../model/matrix-chat.ts'
import type { Area } from '../model/selection.ts'
import type { Heads } from './Grid.tsx'
import classes from './Grid.module.css'
import type { Span } from './window.ts'

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
      <span aria-hidden style={{ width: first * columnWidth }} className={classes.before} />
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
