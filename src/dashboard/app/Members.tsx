import { MembersPage } from '#dashboard/features/people/MembersPage.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const OwnAccess = lazyPart(async () => (await import('#dashboard/app/sign-in/OwnAccess.tsx')).OwnAccess)

export const Members = () => <MembersPage ownAccess={(part, onClose) => <OwnAccess part={part} onClose={onClose} />} />
