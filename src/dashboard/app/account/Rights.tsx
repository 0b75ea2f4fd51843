import { dashboardPages } from '#dashboard/app/pages.ts'
import { RightsPage } from '#dashboard/features/team/rights/RightsPage.tsx'
import { AccountHead } from './AccountHead.tsx'

export const Rights = () => (
  <RightsPage head={(actions, people) => <AccountHead current={dashboardPages.rights.path} actions={actions} people={people} />} />
)
