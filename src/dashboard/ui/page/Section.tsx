import { useId, type ReactNode } from 'react'

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
