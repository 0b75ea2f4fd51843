import { Failure } from '#contract/client.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'

/** Whether this browser can use passkeys at this address: only over https, or on this machine. */
export const supportsPasskeys = () => typeof PublicKeyCredential === 'function'

/**
 * Why a passkey was not used or created, and what to do, in plain words.
 * @param origin the address at which passkeys work
 */
export function passkeyFailure(error: unknown, doing: 'use' | 'create', origin: string): string {
  if (error instanceof Failure) return failureText(error)
  // WebAuthn says as little as possible, so that no page learns which passkeys a device has.
  const name = error instanceof Error ? error.name : ''
  const texts = doing === 'use' ? useTexts : createTexts
  if (name === 'SecurityError') return `Passkeys work only at ${origin}. Open Roomkeeper there.`
  return texts[name] ?? texts['NotAllowedError']!
}

/** Why the gateway refused, in its words where it knows more than the page. */
export function failureText(error: unknown): string {
  // The gateway knows the reason: a person who was removed, an account without team access, a passkey that is not known.
  if (error instanceof Failure && error.isFromGateway && error.reason !== '') return error.reason
  const { cause, advice } = readErrorMessage(error)
  return `${cause}. ${advice}`
}

const unsupported = 'This device can’t confirm that it is you. Set up a fingerprint, face unlock or a PIN first, or use another device.'

const useTexts: Record<string, string> = {
  NotAllowedError: 'No passkey was used. You cancelled, or this device has none for Roomkeeper. Try again, or use a recovery code.',
  NotSupportedError: unsupported,
  ConstraintError: unsupported,
}

const createTexts: Record<string, string> = {
  NotAllowedError: 'No passkey was created. You cancelled, or it took too long. Try again.',
  InvalidStateError: 'This device already has a passkey for you. Sign in with it, or use another device.',
  NotSupportedError: unsupported,
  ConstraintError: unsupported,
}

/** Says where passkeys work, with a link to the same page there. */
export const OtherAddress = ({ origin }: { origin: string }) => (
  <div className="mb-6">
    <Banner tone="info">
      Passkeys work only at{' '}
      <a className="link outside" href={origin + location.pathname + location.search}>
        {origin}
      </a>
      . Open Roomkeeper there to use yours.
    </Banner>
  </div>
)
