import { useState } from 'react'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'

/** Rejects never: a failure is reported, and the person stays signed in. */
export const leaveDashboard = () =>
  import('./ask-to-sign-out.tsx')
    .then(({ askToSignOut }) => askToSignOut())
    .catch((error: unknown) => toastError('You are still signed in', error))

export function SignOut({ collapsed }: { collapsed: boolean }) {
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    await leaveDashboard()
    setLeaving(false)
  }
  if (collapsed)
    return (
      <Tooltip label="Sign out" position="right">
        <IconButton icon="signOut" aria-label="Sign out" loading={leaving} onClick={() => void leave()} />
      </Tooltip>
    )
  return (
    <Button variant="subtle" size="xs" tone="quiet" loading={leaving} onClick={() => void leave()}>
      Sign out
    </Button>
  )
}
