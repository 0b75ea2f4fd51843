import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { PersonDetails } from '#contract/workspace/people.ts'
import { refreshWorkspace, workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { loadSession, useSession } from '#dashboard/platform/session/session.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import type { OwnAccess } from '../TeamPage.tsx'

const steps = {
  passkeys: {
    title: 'Register a passkey next.',
    text: 'Until then, only the account token lets you in.',
    label: 'Register a passkey…',
  },
  codes: {
    title: 'Save recovery codes next.',
    text: 'Each lets you in once and lets you register a new passkey, if you lose yours.',
    label: 'Make recovery codes…',
  },
}

const nextStep = ({ passkeys, recoveryCodesLeft }: PersonDetails): keyof typeof steps | null =>
  passkeys === 0 ? 'passkeys' : recoveryCodesLeft === 0 ? 'codes' : null

/** What the first Owner has still to do to get in without the token: a passkey, then recovery codes. */
export function OwnAccessNote({ ownAccess }: { ownAccess: OwnAccess }) {
  const me = usePerson()
  const { team } = useSession()
  const own = useQuery({ ...workspaceQuery('meRead', {}), enabled: me !== null && team?.confirmWith !== 'company' }).data?.data
  const [opened, setOpened] = useState<keyof typeof steps | null>(null)
  const step = own ? nextStep(own) : null
  const close = () => {
    setOpened(null)
    // The list counts passkeys, and a person with one confirms with it.
    void refreshWorkspace('teamRead', 'meRead')
    void loadSession().catch(() => {})
  }
  return (
    <>
      {step && (
        <Hint
          action={
            <Button size="xs" onClick={() => setOpened(step)}>
              {steps[step].label}
            </Button>
          }
        >
          <b>{steps[step].title}</b> {steps[step].text}
        </Hint>
      )}
      <Suspense fallback={<OverlayFallback />}>{opened && ownAccess(opened, close)}</Suspense>
    </>
  )
}
