import { Button } from '@mantine/core'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { useTurning } from './StandingAccess.tsx'

/** The service refuses the sealed token: nothing runs until there is another one. */
export function TokenRejected() {
  const mayChange = useMay()('standing.write')
  const { team } = useSession()
  const turning = useTurning()
  const action = !mayChange ? null : team ? (
    <PageLink className="link" to={to.team()}>
      Replace the token
    </PageLink>
  ) : (
    <Button size="xs" loading={turning.isPending} onClick={() => turning.mutate(true)}>
      Use the token of this session
    </Button>
  )
  return (
    <Hint bad action={action}>
      <b>{serviceNameFirst()} rejected the account token.</b> Nothing runs on its own until{' '}
      {mayChange ? 'it is replaced.' : 'an Owner replaces it.'}
    </Hint>
  )
}
