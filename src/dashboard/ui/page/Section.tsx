import { type ReactNode, useId } from 'react'
import { PageLink } from './PageLink.tsx'

interface SectionProps {
  title: ReactNode
  /** Less important words beside the title. */
  note?: ReactNode
  /** At the other end of its line, such as a button. */
  actions?: ReactNode
  /** 3: inside a section or a panel, with a heading of the size of text. */
  level?: 2 | 3
  /** Of the heading, for links to it. */
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** A part of a page with its heading. */
export function Section({ title, note, actions, level = 2, id, className, children }: SectionProps) {
  const ownId = useId()
  const headingId = id ?? ownId
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={headingId} className={className}>
      <div className="section-head">
        <Heading id={headingId} className={level === 2 ? 'section-heading' : 'heading'}>
          {title} {note && <span>{note}</span>}
        </Heading>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** A short list in a panel or in details. @param beside at the end of its heading, such as a number */
export const ListSection = ({ title, beside, children }: { title: ReactNode; beside?: ReactNode; children: ReactNode }) => (
  <section className="stack gap-6">
    <h3 className="list-heading">
      {title} <span className="num outside">{beside}</span>
    </h3>
    {children}
  </section>
)

interface PanelHeadingProps {
  id: string
  children: ReactNode
  /** How many, or how long. */
  aside?: ReactNode
  /** At the other end of its line. */
  link?: { to: string; label: string } | undefined
}

/** The heading of a panel. */
export const PanelHeading = ({ id, children, aside, link }: PanelHeadingProps) => (
  <div className="beside between mb-6">
    <h2 id={id} className="heading">
      {children} <span className="num">{aside}</span>
    </h2>
    {link && (
      <PageLink to={link.to} className="link fz-help rigid">
        {link.label}
      </PageLink>
    )}
  </div>
)
