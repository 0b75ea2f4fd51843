import type { ReactNode } from 'react'
import classes from './Stage.module.css'

interface StageProps {
  name: string
  badge?: string | null
  buttons?: ReactNode
  /** Stays in sight below what scrolls. */
  foot?: ReactNode
  children: ReactNode
}

/** The frame of the chat, with its name. What is in it scrolls by itself, by keyboard too. */
export function Stage({ name, badge, buttons, foot, children }: StageProps) {
  return (
    <div className={classes.stage}>
      <header className={classes.head}>
        <h3 className="outside small cut grow">{name || 'A chat without a name'}</h3>
        {badge && <span className={classes.badge}>{badge}</span>}
        {buttons}
      </header>
      <div className={classes.scroll} role="group" aria-label="The chat" tabIndex={0}>
        {children}
      </div>
      {foot}
    </div>
  )
}
