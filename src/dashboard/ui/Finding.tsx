import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Finding.module.css'
import { Icon, type AnyIconName } from './more-icons.tsx'
import { PageLink } from './PageLink.tsx'

interface FindingProps {
  icon: AnyIconName
  /** Worth a warning. */
  amber?: boolean
  title: string
  children: ReactNode
  link: { to: string; label: string; spoken: string }
}

/** A line of a list of what is worth a look, with the way to it. */
export const Finding = ({ icon, amber = false, title, children, link }: FindingProps) => (
  <li className={classes.finding}>
    <Icon name={icon} className={amber ? 'rk-warn' : classes.icon!} />
    <div>
      <p className={classes.title}>{title}</p>
      <p className={classes.detail}>{children}</p>
    </div>
    <Anchor component={PageLink} to={link.to} className={classes.link} aria-label={link.spoken}>
      {link.label}
    </Anchor>
  </li>
)
