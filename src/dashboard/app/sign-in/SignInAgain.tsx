import { Suspense } from 'react'
import { useSessionState } from '#dashboard/platform/session/session-state.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const SignInAgainDialog = lazyPart(async () => (await import('./SessionDialogs.tsx')).SignInAgainDialog)
const OtherAccountDialog = lazyPart(async () => (await import('./SessionDialogs.tsx')).OtherAccountDialog)
const EndedDialog = lazyPart(async () => (await import('./SessionDialogs.tsx')).EndedDialog)
const ConfirmActionDialog = lazyPart(async () => (await import('./ConfirmDialogs.tsx')).ConfirmActionDialog)

/**
 * Asks for the token, a passkey or a company account over the current page when the session ended, became another account's, or before an irreversible action. The waiting requests
 * continue afterwards, and unsaved text is kept.
 */
export function SignInAgain() {
  const { session, waiting, replacedBy, isSignedInElsewhere, confirming, ended } = useSessionState()
  if (!session?.signedIn) return null
  return (
    <Suspense>
      {replacedBy ? (
        <OtherAccountDialog session={session} other={replacedBy} />
      ) : ended === 'removed' || ended === 'team_off' ? (
        <EndedDialog ended={ended} session={session} />
      ) : waiting.length > 0 ? (
        <SignInAgainDialog session={session} waiting={waiting} isSignedInElsewhere={isSignedInElsewhere} />
      ) : (
        confirming.length > 0 && <ConfirmActionDialog session={session} confirming={confirming} />
      )}
    </Suspense>
  )
}
