import type { ReactNode } from 'react'
import classes from './PartHeading.module.css'

/** The heading of what stands beside the list, with what it takes or how much it tells. */
export const PartHeading = ({ id, children, aside }: { id: string; children: ReactNode; aside: ReactNode }) => (
  <div className={classes.head}>
    <h2 id={id} className="heading">
      {children}
    </h2>
    <span className="help">{aside}</span>
  </div>
)
