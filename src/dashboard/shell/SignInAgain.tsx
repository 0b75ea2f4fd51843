import { lazy, Suspense } from 'react'
import { useSessionState } from '../session.ts'

const SignInAgainDialog = lazy(async () => ({ default: (await import('./SignInAgainDialog.tsx')).SignInAgainDialog }))

/** Over the page when the session ended: a new token, then what was asked for goes on. Nothing typed is lost. */
export function SignInAgain() {
  const { session, waiting } = useSessionState()
  const needed = session?.signedIn && waiting.length > 0
  return <Suspense>{needed && <SignInAgainDialog account={session.account} waiting={waiting} />}</Suspense>
}
