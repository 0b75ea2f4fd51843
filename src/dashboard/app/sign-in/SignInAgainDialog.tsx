import { Button, Group, Modal, Stack } from '@mantine/core'
import { discardWaiting, abandonWaiting, resumeWaiting } from '#dashboard/platform/session/sign-in.ts'
import { listed } from '#dashboard/ui/format/numbers.ts'
import { SignInForm } from './SignInForm.tsx'

interface SignInAgainDialogProps {
  account: { id: number; name: string; email: string }
  /** Descriptions of the requests that continue afterwards. */
  waiting: string[]
  /** Another tab has signed in again, so that only a confirmation is needed. */
  isSignedInElsewhere: boolean
}

export function SignInAgainDialog({ account, waiting, isSignedInElsewhere }: SignInAgainDialogProps) {
  const what = listed([...new Set(waiting)]).toLowerCase()
  return (
    <Modal
      opened
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={isSignedInElsewhere ? 'You are signed in again' : 'Your session ended'}
      zIndex={1000}
    >
      {isSignedInElsewhere ? (
        <Stack gap="lg">
          <div>You signed in from another tab. This tab sent nothing while the session had ended. Pending: {what}.</div>
          <Group justify="flex-end">
            <Button onClick={discardWaiting}>Discard</Button>
            <Button variant="filled" onClick={resumeWaiting} data-autofocus>
              Continue
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="lg">
          <div>
            Sign in again as <b className="outside">{account.name || account.email}</b>. The page stays as it is. After that: {what}.
          </div>
          <SignInForm account={account.id} submitLabel="Sign in and continue" onDone={() => {}} onCancel={abandonWaiting} />
        </Stack>
      )}
    </Modal>
  )
}
