import { dashboardPages } from '#dashboard/app/pages.ts'
import { StandingPage } from '#dashboard/features/standing/StandingPage.tsx'
import { AccountHead } from './AccountHead.tsx'

export const Standing = () => <StandingPage head={(actions) => <AccountHead current={dashboardPages.standing.path} actions={actions} />} />
