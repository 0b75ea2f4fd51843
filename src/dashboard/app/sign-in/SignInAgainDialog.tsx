import { Button, Modal, Stack } from '@mantine/core'
import type { Session } from '#contract/session.ts'
import { discardWaiting, abandonWaiting, resumeWaiting } from '#dashboard/platform/session/sign-in.ts'
import { useState } from 'react'
import { continuing } from './ConfirmFrame.tsx'
import { supportsPasskeys } from './passkey-failure.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInStart } from './SignInStart.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

interface SignInAgainDialogProps {
  session: Session & { signedIn: true }
  /** Descriptions of the requests that continue afterwards. */
  waiting: string[]
  /** Another tab has signed in again, so that only a confirmation is needed. */
  isSignedInElsewhere: boolean
}

export function SignInAgainDialog({ session, waiting, isSignedInElsewhere }: SignInAgainDialogProps) {
  const { account, team, signIn } = session
  const isPerson = team?.person != null && signIn.origin === location.origin && (supportsPasskeys() || signIn.company)
  const [usesToken, setUsesToken] = useState(!isPerson)
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
          <div>
            You signed in from another tab. This tab sent nothing while the session had ended. Continue if it should. {continuing(waiting)}
          </div>
          <DialogFoot>
            <Button onClick={discardWaiting}>Discard</Button>
            <Button variant="filled" onClick={resumeWaiting} data-autofocus>
              Continue
            </Button>
          </DialogFoot>
        </Stack>
      ) : (
        <Stack gap="lg">
          <div>
            Sign in again as <b className="outside">{account.name || account.email}</b>. The page stays as it is. {continuing(waiting)}
          </div>
          {usesToken ? (
            <SignInForm account={account.id} submitLabel="Sign in and continue" onDone={() => {}} onCancel={abandonWaiting} />
          ) : (
            <>
              <SignInStart
                ways={{ ...signIn, passkey: supportsPasskeys() }}
                account={account.id}
                next={null}
                onDone={() => {}}
                onToken={() => setUsesToken(true)}
              />
              <Button onClick={abandonWaiting}>Cancel</Button>
            </>
          )}
        </Stack>
      )}
    </Modal>
  )
}
