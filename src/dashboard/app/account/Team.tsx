import { dashboardPages } from '#dashboard/app/pages.ts'
import { TeamPage } from '#dashboard/features/team/TeamPage.tsx'
import { AccountHead } from './AccountHead.tsx'

export const Team = () => <TeamPage head={(actions) => <AccountHead current={dashboardPages.team.path} actions={actions} />} />
