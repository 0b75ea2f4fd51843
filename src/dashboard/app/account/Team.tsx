import { dashboardPages } from '#dashboard/app/pages.ts'
import { TeamPage } from '#dashboard/features/team/TeamPage.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { AccountHead } from './AccountHead.tsx'

const OwnAccess = lazyPart(async () => (await import('#dashboard/app/own-access/OwnAccess.tsx')).OwnAccess)

export const Team = () => (
  <TeamPage
    head={(actions, people) => <AccountHead current={dashboardPages.team.path} actions={actions} people={people} />}
    ownAccess={(part, onClose) => <OwnAccess part={part} onClose={onClose} />}
  />
)
