import type { ReactNode } from 'react'
import { openPages } from '#dashboard/app/open-pages.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageTabs } from '#dashboard/ui/page/PageTabs.tsx'
import classes from './AccountHead.module.css'

/** The head of each page about the account, with a tab for each of them that the person may open. @param current the path of the page */
export function AccountHead({ current, actions }: { current: string; actions: ReactNode }) {
  const tabs = openPages(useMay()).flatMap(([, { path, accountTab }]) => (accountTab ? [{ path, label: accountTab }] : []))
  return (
    <div className={classes.head}>
      <PageHead title="Account" actions={actions} />
      <div className={classes.tabs}>
        <PageTabs label="Parts of the account" tabs={tabs} current={current} />
      </div>
    </div>
  )
}
