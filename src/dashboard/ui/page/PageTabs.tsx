import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { PageLink } from './PageLink.tsx'
import classes from './PageTabs.module.css'

interface PageTab {
  path: string
  label: string
  /** A count beside the label. */
  note?: ReactNode
}

/** The parts of one page, each at an address of its own. @param label names them for screen readers */
export function PageTabs({ label, tabs, current }: { label: string; tabs: PageTab[]; current: string }) {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const row = nav.current
    const tab = row?.querySelector(`[href="${current}"]`)
    // On narrow screens they scroll sideways. scrollIntoView() would move the page as well.
    if (!row || !tab || row.scrollWidth <= row.clientWidth) return
    const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
    row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [current])
  return (
    <nav ref={nav} className={`beside gap-20 ${classes.tabs}`} aria-label={label}>
      {tabs.map(({ path, label: name, note }) => (
        <PageLink
          key={path}
          to={path}
          className={`row gap-6 quiet medium nowrap ${classes.tab}`}
          aria-current={path === current ? 'page' : undefined}
        >
          {name}
          {note !== undefined && <span className="quiet fz-meta regular num not-on-phones">{note}</span>}
        </PageLink>
      ))}
    </nav>
  )
}
