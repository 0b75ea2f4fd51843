import { Button, Group, Modal, Stack } from '@mantine/core'
import { doNot, giveUp, goOn } from '#dashboard/platform/session/sign-in.ts'
import { listed } from '#dashboard/ui/format/numbers.ts'
import { SignInForm } from './SignInForm.tsx'

interface SignInAgainDialogProps {
  account: { id: number; name: string; email: string }
  /** What goes on afterwards, in words. */
  waiting: string[]
  /** Another tab signed in again: only the word to go on is missing. */
  isBack: boolean
}

export function SignInAgainDialog({ account, waiting, isBack }: SignInAgainDialogProps) {
  const what = listed([...new Set(waiting)]).toLowerCase()
  return (
    <Modal
      opened
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={isBack ? 'You are signed in again' : 'Your session ended'}
      zIndex={1000}
    >
      {isBack ? (
        <Stack gap="lg">
          <div>You signed in from another tab. This tab sent nothing while the session had ended. Pending: {what}.</div>
          <Group justify="flex-end">
            <Button onClick={doNot}>Discard</Button>
            <Button variant="filled" onClick={goOn} data-autofocus>
              Continue
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="lg">
          <div>
            Sign in again as <b className="outside">{account.name || account.email}</b>. The page stays as it is. After that: {what}.
          </div>
          <SignInForm account={account.id} submitLabel="Sign in and continue" onDone={() => {}} onCancel={giveUp} />
        </Stack>
      )}
    </Modal>
  )
}
