import type { ReactNode } from 'react'
import classes from './preview.module.css'

interface ChatFrameProps {
  name: string
  badge?: string | null
  buttons?: ReactNode
  /** Stays visible below the scrolling part. */
  foot?: ReactNode
  children: ReactNode
}

/** The frame of the chat, with its name. Its content scrolls by itself, with the keyboard too. */
export function ChatFrame({ name, badge, buttons, foot, children }: ChatFrameProps) {
  return (
    <div className={classes.frame}>
      <header className={classes.chatFrameHead}>
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
