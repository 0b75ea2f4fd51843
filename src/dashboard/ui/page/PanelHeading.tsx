import type { ReactNode } from 'react'

/** The heading of a panel, with how many or how long beside it. */
export const PanelHeading = ({ id, children, aside }: { id: string; children: ReactNode; aside: ReactNode }) => (
  <h2 id={id} className="heading mb-6">
    {children} <span className="num">{aside}</span>
  </h2>
)
