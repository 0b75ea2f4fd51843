import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { confirmWithPasskey, preloadPasskeys } from '#dashboard/platform/session/passkeys.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { ConfirmFrame } from './ConfirmFrame.tsx'
import { OtherAddress } from './OtherAddress.tsx'
import { passkeyFailure } from './passkey-failure.ts'

/** Asks for the passkey before an irreversible action. Cancel keeps the form and its text, and sends nothing. @param confirming descriptions of the actions that continue afterwards */
export function ConfirmPasskeyDialog({ confirming }: { confirming: string[] }) {
  const { signIn } = useSession()
  const origin = signIn?.origin ?? location.origin
  const isElsewhere = origin !== location.origin
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(preloadPasskeys, [])

  async function confirm() {
    setBusy(true)
    setFailure(null)
    try {
      await confirmWithPasskey()
    } catch (error) {
      setFailure(passkeyFailure(error, 'use', origin))
      setBusy(false)
    }
  }

  return (
    <ConfirmFrame
      title="Confirm with your passkey"
      lead="Your device asks for your fingerprint, your face or a PIN."
      confirming={confirming}
      isBusy={isBusy}
      action={
        <Button variant="filled" loading={isBusy} leftSection={<Icon name="key" size={14} />} onClick={() => void confirm()}>
          Use passkey
        </Button>
      }
    >
      {isElsewhere && <OtherAddress origin={origin} />}
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
    </ConfirmFrame>
  )
}
