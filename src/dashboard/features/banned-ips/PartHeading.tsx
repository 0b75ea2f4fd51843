import type { ReactNode } from 'react'
import classes from './banned-ips.module.css'

/** The heading of a panel beside the list, with a hint or a figure. */
export const PartHeading = ({ id, children, aside }: { id: string; children: ReactNode; aside: ReactNode }) => (
  <div className={classes.head}>
    <h2 id={id} className="heading">
      {children}
    </h2>
    <span className="help">{aside}</span>
  </div>
)
