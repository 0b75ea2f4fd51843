import type { ReactNode } from 'react'
import { dashboardPages } from '#dashboard/app/pages.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageTabs } from '#dashboard/ui/page/PageTabs.tsx'
import classes from './AccountHead.module.css'

/** The head of each page about the account, with a tab for each of them. @param current the path of the page */
export function AccountHead({ current, actions }: { current: string; actions: ReactNode }) {
  const may = useMay()
  const tabs = Object.values(dashboardPages).flatMap(({ path, accountTab, right }) =>
    accountTab && may(right) ? [{ path, label: accountTab }] : [],
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
