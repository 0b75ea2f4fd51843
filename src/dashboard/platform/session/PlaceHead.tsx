import type { ReactNode } from 'react'
import { useLocation, useMatches } from 'react-router-dom'
import { type ChatTab } from '#dashboard/platform/to.ts'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageTabs } from '#dashboard/ui/page/PageTabs.tsx'
import { useIsPhone, useMedia } from '#dashboard/ui/page/use-media.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { type Facts, useFacts } from './facts.ts'
import classes from './PlaceHead.module.css'
import { type May, useMay } from './rights.ts'

/** What the route of the frame tells the pages in it. */
export interface FrameHandle {
  /** The tabs of a place: those that the person may open and that are worth one. */
  tabsOf: (place: string, may: May, facts: Facts, open: string) => { path: string; label: string }[]
  /** With where the tabs of each are: beside its title or below it. */
  places: Readonly<Record<string, { title: string; icon: IconName; tabs?: 'beside' | 'below' }>>
  chatTabs: { name: ChatTab; label: string }[]
}

export const useFrameHandle = () => useMatches().find(({ id }) => id === 'frame')!.handle as FrameHandle

interface PlaceHeadProps {
  /** Beside the title and the tabs. */
  beside?: ReactNode
  actions?: ReactNode
  /** Counts beside the tabs, by their paths. */
  notes?: Readonly<Record<string, ReactNode>>
  /** Stays in sight while the page scrolls. */
  isSticky?: boolean
}

/** The head of each page of a place: the name of the place, a tab for each of its pages, and what can be done with the open one. */
export function PlaceHead({ beside, actions, notes, isSticky = false }: PlaceHeadProps) {
  const may = useMay()
  const facts = useFacts()
  const isPhone = useIsPhone()
  const isTablet = useMedia('(max-width: 61.99em)')
  const { pathname } = useLocation()
  const { tabsOf, places } = useFrameHandle()
  const { within = '', title = '' } = (useMatches().at(-1)?.handle ?? {}) as { within?: string; title?: string }
  const tabs = tabsOf(within, may, facts, pathname).map((tab) => ({ ...tab, note: notes?.[tab.path] }))
  const { title: place = title, tabs: at } = places[within] ?? {}
  // Beside four tabs, a tablet has no room for what can be done with the page.
  const isBeside = at === 'beside' && !isPhone && !(isTablet && tabs.length > 3)
  const nav = tabs.length > 1 && (
    <PageTabs label={`Parts of ${place}`} look={isBeside ? 'segments' : 'underlined'} tabs={tabs} current={pathname} />
  )
  const below = !isBeside && nav
  return (
    <div className={classes.head} data-sticky={isSticky || undefined} data-tabs={below ? true : undefined}>
      <PageHead
        title={place}
        documentTitle={title === place ? place : `${title} · ${place}`}
        beside={
          ((isBeside && nav) || beside) && (
            <div className="row gap-16">
              {isBeside && nav}
              {beside}
            </div>
          )
        }
        actions={actions}
      />
      {below && <div className={`scrolls-away ${classes.tabs}`}>{below}</div>}
    </div>
  )
}
