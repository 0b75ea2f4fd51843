import { Button } from '#dashboard/ui/form/Button.tsx'
import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Session } from '#contract/session.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { keptUnsaved, UnsavedList } from '#dashboard/platform/saving/UnsavedList.tsx'
import { clearStoredTexts, leave } from '#dashboard/platform/session/session-state.ts'
import { abandonWaiting, discardWaiting, resumeWaiting, signInToDemo } from '#dashboard/platform/session/sign-in.ts'
import { listed, maxNamed } from '#dashboard/ui/format/numbers.ts'
import { supportsPasskeys } from './passkey-failure.tsx'
import { SignInForm, SignInStart } from './SignInForm.tsx'
import { TypedTexts, typedTexts } from './TypedTexts.tsx'
import { DialogFoot } from '#dashboard/ui/overlay/Dialog.tsx'

/** The dialogs over a page whose session ended, or became another account's. */

export type SignedIn = Session & { signedIn: true }

/** What continues after a sign-in or a confirmation, as a sentence. @param waiting descriptions of changes; '' for a read, which nobody has to know of */
export function continuing(waiting: string[]): string {
  const changes = [...new Set(waiting)].filter((what) => what !== '')
  return changes.length === 0 ? '' : `Then what you started goes on: ${listed(changes).toLowerCase()}.`
}

interface SessionDialogProps {
  title: string
  /** Left out: it cannot be dismissed. */
  onClose?: () => void
  isBusy?: boolean
  children: ReactNode
}

export const SessionDialog = ({ title, onClose, isBusy = false, children }: SessionDialogProps) => (
  <Modal
    opened
    onClose={onClose ?? (() => {})}
    closeOnEscape={onClose !== undefined && !isBusy}
    closeOnClickOutside={false}
    title={title}
    zIndex={1000}
  >
    <div className="stack gap-16">{children}</div>
  </Modal>
)

interface SignInAgainDialogProps {
  session: SignedIn
  /** Descriptions of the requests that continue afterwards. */
  waiting: string[]
  /** Another tab has signed in again, so that only a confirmation is needed. */
  isSignedInElsewhere: boolean
}

export function SignInAgainDialog({ session, waiting, isSignedInElsewhere }: SignInAgainDialogProps) {
  const { account, team, signIn } = session
  const isPerson = team?.person != null && signIn.origin === location.origin && (supportsPasskeys() || signIn.company)
  const [usesToken, setUsesToken] = useState(!isPerson)
  if (isSignedInElsewhere)
    return (
      <SessionDialog title="You are signed in again">
        <div>
          You signed in from another tab. This tab sent nothing while the session had ended. Continue if it should. {continuing(waiting)}
        </div>
        <DialogFoot>
          <Button onClick={discardWaiting}>Discard</Button>
          <Button variant="filled" onClick={resumeWaiting} data-autofocus>
            Continue
          </Button>
        </DialogFoot>
      </SessionDialog>
    )
  return (
    <SessionDialog title="Your session ended">
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
    </SessionDialog>
  )
}

/** Says that the person no longer has access. It cannot be dismissed: the page sends nothing any more. What was typed can be copied. */
export function EndedDialog({ ended, session: { account, team } }: { ended: 'removed' | 'team_off'; session: SignedIn }) {
  const texts = typedTexts.use()
  const [kept] = useState(keptUnsaved)
  const name = <b className="outside">{account.name || 'this account'}</b>
  return (
    <SessionDialog title={ended === 'removed' ? 'You were removed from the team' : 'Team access was turned off'}>
      <div>
        {ended === 'removed' ? <>An Owner removed you from {name}</> : <>People can no longer sign in to {name}</>}, so you are signed out.
        This page sends nothing more.
      </div>
      {team && team.owners.length > 0 && (
        <div>
          If this is a mistake, ask an Owner: <span className="outside">{listed(team.owners, maxNamed)}</span>.
        </div>
      )}
      <TypedTexts texts={texts} />
      {kept.length > 0 && (
        <div>
          <p>Going to sign-in deletes what this browser keeps of {name}. Not saved:</p>
          <UnsavedList kept={kept} />
        </div>
      )}
      <DialogFoot>
        <Button
          variant="filled"
          data-autofocus
          onClick={() => {
            clearStoredTexts()
            leave()
          }}
        >
          Go to sign-in
        </Button>
      </DialogFoot>
    </SessionDialog>
  )
}

interface Account {
  name: string
  email: string
}

interface OtherAccountDialogProps {
  /** The account that this page shows. */
  session: SignedIn
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
  const opening = useAction(null, signInToDemo, { isBare: true, errorTitle: () => 'The demo could not be opened' })
  const own = <b className="outside">{labelOf(account)}</b>

  return (
    <SessionDialog title="Another account is signed in">
      <div>
        This tab was signed in as {own}. This browser is now signed in as <b className="outside">{labelOf(other) || 'another account'}</b>.
      </div>
      <div>This tab sends nothing more. Unsaved edits are kept in this browser for {own}.</div>
      {isSigningIn ? (
        <>
          <div>
            Signing in here signs out {nameOf(other) ? <b className="outside">{nameOf(other)}</b> : 'the other account'} in all tabs.
          </div>
          <SignInForm account={account.id} submitLabel="Sign in and continue" onDone={() => {}} onCancel={() => setSigningIn(false)} />
        </>
      ) : (
        <DialogFoot>
          <Button loading={opening.isPending} onClick={() => (isDemo ? opening.mutate() : setSigningIn(true))}>
            <span className="cut">Sign in as {nameOf(account)}</span>
          </Button>
          <Button variant="filled" data-autofocus onClick={() => location.assign('/')}>
            <span className="cut">{nameOf(other) ? `Reload as ${nameOf(other)}` : 'Reload'}</span>
          </Button>
        </DialogFoot>
      )}
    </SessionDialog>
  )
}

const nameOf = ({ name, email }: Account) => name || email
/** Includes the e-mail address, because two accounts may have the same name. */
const labelOf = ({ name, email }: Account) => (name && email ? `${name} (${email})` : name || email)
