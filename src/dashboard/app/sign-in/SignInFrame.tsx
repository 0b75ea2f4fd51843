import type { ReactNode } from 'react'
import { ToastHost } from '#dashboard/ui/feedback/toast.tsx'
import { Mark } from '#dashboard/ui/theme/icons.tsx'
import classes from './sign-in.module.css'

interface SignInFrameProps {
  title: string
  lead: ReactNode
  children: ReactNode
  /** Below the card. */
  below?: ReactNode
  foot: string
  /** The card is long, so it begins higher. */
  isLong?: boolean
}

/** The frame of the pages that need no session: a card in the middle, and a line at the bottom. */
export const SignInFrame = ({ title, lead, children, below, foot, isLong }: SignInFrameProps) => (
  <div className={classes.page}>
    <title>{`${title} · Roomkeeper`}</title>
    <main className={classes.main} data-long={isLong || undefined}>
      <Mark size={28} />
      <h1 className={classes.title}>{title}</h1>
      <p className={`${classes.lead} quiet`}>{lead}</p>
      <div className={classes.card}>{children}</div>
      {below}
    </main>
    <footer className={classes.foot}>{foot}</footer>
    <ToastHost />
  </div>
)

/** A heading with a sentence, below the card. */
export const Below = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className={classes.below}>
    {title && <b>{title}</b>}
    <p>{children}</p>
  </div>
)
