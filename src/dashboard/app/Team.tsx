import { TeamPage } from '#dashboard/features/team/TeamPage.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const OwnAccess = lazyPart(async () => (await import('#dashboard/app/sign-in/OwnAccess.tsx')).OwnAccess)

export const Team = () => <TeamPage ownAccess={(part, onClose) => <OwnAccess part={part} onClose={onClose} />} />
