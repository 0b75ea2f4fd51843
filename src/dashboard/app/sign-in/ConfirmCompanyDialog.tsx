import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { beginCompanyConfirmation, finishCompanyConfirmation, type CompanyConfirmation } from '#dashboard/platform/session/company.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { ConfirmFrame } from './ConfirmFrame.tsx'
import { failureText } from './passkey-failure.ts'

/**
 * Asks for a fresh sign-in at the company before an irreversible action. It happens in another window, so that the page keeps its text; the person
 * comes back to this one. Cancel sends nothing.
 * @param confirming descriptions of the actions that continue afterwards
 */
export function ConfirmCompanyDialog({ confirming }: { confirming: string[] }) {
  const [begun, setBegun] = useState<CompanyConfirmation | null>(null)
  const [isAway, setAway] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const fail = useCallback((error: unknown) => setFailure(failureText(error)), [])
  useEffect(() => void beginCompanyConfirmation().then(setBegun, fail), [fail])

  /** Coming back and clicking are often one thing. Each try needs an address of its own. */
  const isAsking = useRef(false)
  const ask = useCallback(async () => {
    if (!begun || isAsking.current) return
    isAsking.current = true
    try {
      await finishCompanyConfirmation(begun)
    } catch (error) {
      fail(error)
      setAway(false)
      await beginCompanyConfirmation().then(setBegun, fail)
    } finally {
      isAsking.current = false
    }
  }, [begun, fail])
  useEffect(() => {
    if (!isAway) return
    const onReturn = () => void ask()
    window.addEventListener('focus', onReturn)
    return () => window.removeEventListener('focus', onReturn)
  }, [isAway, ask])

  return (
    <ConfirmFrame
      title="Confirm with your company account"
      lead="Your company asks you to sign in again, in a new window. Come back to this one."
      confirming={confirming}
      action={
        isAway ? (
          <Button variant="filled" onClick={() => void ask()}>
            Continue
          </Button>
        ) : (
          <Button
            component="a"
            variant="filled"
            loading={begun === null && failure === null}
            href={begun?.address}
            target="_blank"
            rel="noopener"
            onClick={() => {
              setFailure(null)
              setAway(true)
            }}
          >
            Sign in again
          </Button>
        )
      }
    >
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
    </ConfirmFrame>
  )
}
