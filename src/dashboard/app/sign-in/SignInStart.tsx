import { Button, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Session } from '#contract/session.ts'
import { openCompanySignIn } from '#dashboard/platform/session/company.ts'
import { preloadPasskeys, signInWithPasskey } from '#dashboard/platform/session/passkeys.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { passkeyFailure } from './passkey-failure.tsx'

interface SignInStartProps {
  ways: Session['signIn']
  /** The path to open afterwards. */
  next: string | null
  /** When the session of this account is renewed. */
  account?: number
  onDone: () => void
  onRecovery?: () => void
  onToken: () => void
}

/** The ways in for the people of a team: the company's account, or a passkey. */
export function SignInStart({ ways, next, account, onDone, onRecovery, onToken }: SignInStartProps) {
  const [keep, setKeep] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const main = useRef<HTMLButtonElement>(null)
  useEffect(preloadPasskeys, [])
  // The button keeps the focus, also after a failure.
  useEffect(() => {
    if (!isBusy) main.current?.focus()
  }, [isBusy])

  async function askForPasskey() {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const session = await signInWithPasskey(keep)
      if (session.signedIn) onDone()
    } catch (error) {
      setFailure(passkeyFailure(error, 'use', ways.origin))
      setBusy(false)
    }
  }

  const passkeyButton = ways.passkey && (
    <Button
      {...(ways.company ? {} : { ref: main, variant: 'filled' })}
      size="md"
      fullWidth
      loading={isBusy}
      icon="key"
      onClick={() => void askForPasskey()}
    >
      Sign in with a passkey
    </Button>
  )
  return (
    <div className="stack gap-16">
      <Checkbox
        label="Keep me signed in on this device"
        description="If off, you are signed out after 30 minutes of inactivity"
        checked={keep}
        onChange={(event) => setKeep(event.currentTarget.checked)}
      />
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      {ways.company && (
        <Button ref={main} variant="filled" size="md" fullWidth onClick={() => openCompanySignIn({ next, keep, account })}>
          Sign in with your company account
        </Button>
      )}
      {passkeyButton}
      <div className="row between wrap gap-8 fz-help">
        {ways.company || !onRecovery ? <span /> : <PlainLinkButton onClick={onRecovery}>Use a recovery code</PlainLinkButton>}
        <PlainLinkButton onClick={onToken}>Use the account token</PlainLinkButton>
      </div>
    </div>
  )
}
