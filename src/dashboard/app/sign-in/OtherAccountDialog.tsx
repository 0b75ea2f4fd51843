import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Session } from '#contract/session.ts'
import { signInToDemo } from '#dashboard/platform/session/sign-in.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { SignInForm } from './SignInForm.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

interface Account {
  name: string
  email: string
}

interface OtherAccountDialogProps {
  /** The account that this page shows. */
  session: Session & { signedIn: true }
  /** The account that is now signed in with this browser. */
  other: Account
}

/**
 * Blocks a tab whose account is no longer the one that is signed in. It cannot be dismissed, because every request of the page would be sent for the
 * wrong account.
 */
export function OtherAccountDialog({ session: { account, demo }, other }: OtherAccountDialogProps) {
  const [isSigningIn, setSigningIn] = useState(false)
  const isDemo = demo?.accountId === account.id
  const own = <b className="outside">{labelOf(account)}</b>

  async function openDemo() {
    setSigningIn(true)
    try {
      await signInToDemo()
    } catch (error) {
      setSigningIn(false)
      toastError('The demo could not be opened', error)
    }
  }

  return (
    <Modal opened onClose={() => {}} closeOnEscape={false} closeOnClickOutside={false} title="Another account is signed in" zIndex={1000}>
      <Stack gap="lg">
        <div>
          This tab was signed in as {own}. This browser is now signed in as <b className="outside">{labelOf(other) || 'another account'}</b>
          .
        </div>
        <div>This tab sends nothing more. Unsaved edits are kept in this browser for {own}.</div>
        {isSigningIn && !isDemo ? (
          <>
            <div>
              Signing in here signs out {nameOf(other) ? <b className="outside">{nameOf(other)}</b> : 'the other account'} in all tabs.
            </div>
            <SignInForm account={account.id} submitLabel="Sign in and continue" onDone={() => {}} onCancel={() => setSigningIn(false)} />
          </>
        ) : (
          <DialogFoot>
            <Button loading={isSigningIn} onClick={() => (isDemo ? void openDemo() : setSigningIn(true))} maw="100%">
              <span className="cut">Sign in as {nameOf(account)}</span>
            </Button>
            <Button variant="filled" maw="100%" data-autofocus onClick={() => location.assign('/')}>
              <span className="cut">{nameOf(other) ? `Reload as ${nameOf(other)}` : 'Reload'}</span>
            </Button>
          </DialogFoot>
        )}
      </Stack>
    </Modal>
  )
}

const nameOf = ({ name, email }: Account) => name || email
/** Includes the e-mail address, because two accounts may have the same name. */
const labelOf = ({ name, email }: Account) => (name && email ? `${name} (${email})` : name || email)
