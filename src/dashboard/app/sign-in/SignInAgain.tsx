import { Suspense } from 'react'
import { useSessionState } from '#dashboard/platform/session/session.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const SignInAgainDialog = lazyPart(async () => (await import('./SignInAgainDialog.tsx')).SignInAgainDialog)
const OtherAccountDialog = lazyPart(async () => (await import('./OtherAccountDialog.tsx')).OtherAccountDialog)
const ConfirmTokenDialog = lazyPart(async () => (await import('./ConfirmTokenDialog.tsx')).ConfirmTokenDialog)

/**
 * Over the page when the session ended or became another account's, or before what cannot be undone: the token, then what was asked for goes on.
 * Nothing typed is lost.
 */
export function SignInAgain() {
  const { session, waiting, replacedBy, isBack, confirming } = useSessionState()
  if (!session?.signedIn) return null
  return (
    <Suspense>
      {replacedBy ? (
        <OtherAccountDialog session={session} other={replacedBy} />
      ) : waiting.length > 0 ? (
        <SignInAgainDialog account={session.account} waiting={waiting} isBack={isBack} />
      ) : (
        confirming.length > 0 && <ConfirmTokenDialog session={session} confirming={confirming} />
      )}
    </Suspense>
  )
}
