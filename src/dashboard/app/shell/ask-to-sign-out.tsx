import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { openWork } from '#dashboard/platform/saving/open-work.ts'
import { keptUnsaved, UnsavedList } from '#dashboard/platform/saving/UnsavedList.tsx'
import { signOut } from '#dashboard/platform/session/session.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'

/** Signs out, after a question where that deletes unsaved work. Rejects never: a failure is reported, and the person stays signed in. */
export async function askToSignOut(): Promise<void> {
  const open = await openWork()
  const kept = keptUnsaved()
  if (open.length + kept.length === 0) return signOut().catch((error: unknown) => toastError('You are still signed in', error))
  confirm({
    title: 'Sign out and lose unsaved edits?',
    body: (
      <>
        <p>Signing out deletes what this browser keeps of your account. Not saved yet:</p>
        <UnsavedList kept={kept} open={open} />
      </>
    ),
    confirmLabel: 'Sign out',
    danger: true,
    run: signOut,
  })
}
