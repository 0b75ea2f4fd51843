import type { ReactNode } from 'react'
import classes from './PanelHeading.module.css'

/** The heading of a panel, with how many or how long beside it. */
export const PanelHeading = ({ id, children, aside }: { id: string; children: ReactNode; aside: ReactNode }) => (
  <h2 id={id} className={classes.heading}>
    {children} <span className="num">{aside}</span>
  </h2>
)
