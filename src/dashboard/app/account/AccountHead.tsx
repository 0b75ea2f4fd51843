import { openPages } from '#dashboard/app/pages.ts'
import type { ReactNode } from 'react'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageTabs } from '#dashboard/ui/page/PageTabs.tsx'
import classes from './AccountHead.module.css'

interface AccountHeadProps {
  /** The path of the page. */
  current: string
  actions: ReactNode
  /** How many people the team has, where the page knows it. */
  people?: number | undefined
}

/** The head of each page about the account, with a tab for each of them that the person may open. */
export function AccountHead({ current, actions, people }: AccountHeadProps) {
  const tabs = openPages(useMay()).flatMap(([name, { path, accountTab }]) =>
    accountTab ? [{ path, label: accountTab, ...(name === 'team' && people && { note: count(people) }) }] : [],
  )
  return (
    <div className={classes.head}>
      <PageHead title="Account" actions={actions} />
      <div className={classes.tabs}>
        <PageTabs label="Parts of the account" tabs={tabs} current={current} />
      </div>
    </div>
  )
}
