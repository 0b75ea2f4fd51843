import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { PageLink } from './PageLink.tsx'
import classes from './PageTabs.module.css'

interface PageTab {
  path: string
  label: string
  /** A count beside the label. */
  note?: ReactNode
}

interface PageTabsProps {
  /** Names them for screen readers. */
  label: string
  look?: 'underlined' | 'segments'
  tabs: PageTab[]
  current: string
}

/** The parts of one page, each at an address of its own. */
export function PageTabs({ label, look = 'underlined', tabs, current }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    center(nav.current?.querySelector(`[href="${current}"]`))
  }, [current])
  return (
    <nav ref={nav} className={`beside scrolls-away ${classes[look]}`} aria-label={label}>
      {tabs.map(({ path, label: name, note }) => (
        <PageLink
          key={path}
          to={path}
          className="row gap-6 quiet medium nowrap"
          aria-current={path === current ? 'page' : undefined}
          // Not under a pointer that is about to be released.
          onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && center(currentTarget)}
        >
          {name}
          {note !== undefined && <span className="quiet fz-meta regular num not-on-phones">{note}</span>}
        </PageLink>
      ))}
    </nav>
  )
}

/** On narrow screens the tabs scroll sideways. scrollIntoView() would move the page as well. */
function center(tab: Element | null | undefined) {
  const row = tab?.parentElement
  if (!row || row.scrollWidth <= row.clientWidth) return
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}
