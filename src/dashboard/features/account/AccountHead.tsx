import type { ReactNode } from 'react'
import { to } from '#dashboard/platform/to.ts'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageTabs } from '#dashboard/ui/page/PageTabs.tsx'
import classes from './AccountHead.module.css'

const tabs = [
  { path: to.account(), label: 'Profile and plan' },
  { path: to.service(), label: 'Service' },
]

/** The head of each page about the account. @param current the path of the page */
export function AccountHead({ current, actions }: { current: string; actions?: ReactNode }) {
  return (
    <div className={classes.head}>
      <PageHead title="Account" actions={actions} />
      <div className={classes.tabs}>
        <PageTabs label="Parts of the account" tabs={tabs} current={current} />
      </div>
    </div>
  )
}
