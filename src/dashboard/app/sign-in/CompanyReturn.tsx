import { Button, Stack } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Failure } from '#contract/client.ts'
import { CompanyAccounts } from '#contract/workspace/company.ts'
import { finishCompanySignIn } from '#dashboard/platform/session/company.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { failureText } from './passkey-failure.ts'

interface CompanyReturnProps {
  /** With which the browser came back from the company's provider. */
  ticket: string
  onDone: () => void
  /** The ways to sign in, shown below a failure. */
  children: ReactNode
}

interface State {
  failure?: string
  /** Those of which the person must choose one. */
  accounts?: { id: number; name: string }[]
}

/** Finishes a sign-in with a company account, or says why it was refused. */
export function CompanyReturn({ ticket, onDone, children }: CompanyReturnProps) {
  const [{ failure, accounts }, setState] = useState<State>({})
  const begun = useRef(false)

  async function finish(account?: number) {
    setState({})
    try {
      await finishCompanySignIn(ticket, account)
      onDone()
    } catch (error) {
      const choice = CompanyAccounts.safeParse(error instanceof Failure ? error.data : null)
      setState(choice.success ? { accounts: choice.data.accounts } : { failure: failureText(error) })
    }
  }
  useEffect(() => {
    // A ticket works once.
    if (begun.current) return
    begun.current = true
    void finish()
  })

  if (failure !== undefined)
    return (
      <Stack gap="lg">
        <Banner tone="bad">{failure}</Banner>
        {children}
      </Stack>
    )
  if (accounts === undefined) return <p role="status">Signing you in…</p>
  return (
    <Stack gap="lg">
      <p role="status">You are in the teams of several accounts. Choose one.</p>
      {accounts.map(({ id, name }) => (
        <Button key={id} size="md" fullWidth onClick={() => void finish(id)}>
          <span className="outside">{name}</span>
        </Button>
      ))}
    </Stack>
  )
}
