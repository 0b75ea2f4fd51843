import type { ReactNode } from 'react'
import { useLocation, useMatches } from 'react-router-dom'
import type { Access } from '#contract/gateway/rights.ts'
import { type ChatTab, to } from '#dashboard/platform/to.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageTabs } from '#dashboard/ui/page/PageTabs.tsx'
import classes from './AccountHead.module.css'
import { useMay } from './rights.ts'

/** What the route of the frame tells the pages in it: the tabs that several of them share. */
export interface FrameHandle {
  accountTabs: { path: string; label: string; right: Access }[]
  chatTabs: { name: ChatTab; label: string }[]
}

export const useFrameHandle = () => useMatches().find(({ id }) => id === 'frame')!.handle as FrameHandle

interface AccountHeadProps {
  actions?: ReactNode
  /** How many people the team has, where the page knows it. */
  people?: number | undefined
}

/** The head of each page about the account, with a tab for each of them that the person may open. */
export function AccountHead({ actions, people }: AccountHeadProps) {
  const may = useMay()
  const { pathname } = useLocation()
  const tabs = useFrameHandle()
    .accountTabs.filter(({ right }) => may(right))
    .map(({ path, label }) => ({ path, label, ...(path === to.team() && people && { note: count(people) }) }))
  return (
    <div className={classes.head}>
      <PageHead title="Account" actions={actions} />
      <div className={classes.tabs}>
        <PageTabs label="Parts of the account" tabs={tabs} current={pathname} />
      </div>
    </div>
  )
}
