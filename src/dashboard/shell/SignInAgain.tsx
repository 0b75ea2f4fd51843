import { lazy, Suspense } from 'react'
import { useSessionState } from '../session.ts'

const SignInAgainDialog = lazy(async () => ({ default: (await import('./SignInAgainDialog.tsx')).SignInAgainDialog }))
const ConfirmTokenDialog = lazy(async () => ({ default: (await import('./ConfirmTokenDialog.tsx')).ConfirmTokenDialog }))

/**
 * Over the page when the session ended, or before what cannot be undone: the token, then what was asked for goes on. Nothing typed is lost.
 */
export function SignInAgain() {
  const { session, waiting, isBack, confirming } = useSessionState()
  if (!session?.signedIn) return null
  return (
    <Suspense>
      {waiting.length > 0 ? (
        <SignInAgainDialog account={session.account} waiting={waiting} isBack={isBack} />
      ) : (
        confirming.length > 0 && <ConfirmTokenDialog session={session} confirming={confirming} />
      )}
    </Suspense>
  )
}
