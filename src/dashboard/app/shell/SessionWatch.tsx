import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Failure } from '#contract/client.ts'
import { providerName } from '#contract/provider-names.ts'
import { noRightCode, teamTokenRefusedCode, type Session } from '#contract/session.ts'
import { keepTypedTexts, watchTyping } from '#dashboard/app/sign-in/TypedTexts.tsx'
import { call } from '#dashboard/platform/session/session.ts'
import { endedBecause, getSession, onSessionChange, useSession } from '#dashboard/platform/session/session-state.ts'
import { checkSignedInAccount } from '#dashboard/platform/session/sign-in.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { listed, maxNamed } from '#dashboard/ui/format/numbers.ts'

/** How often a page in sight asks whether the person may still do what it shows. */
const intervalMs = 30_000

/** What the rights of a session depend on. */
const grantOf = (session: Session | null) =>
  session?.signedIn ? JSON.stringify([session.team?.person?.rights, session.team?.person?.chats]) : ''

/** Follows the session of a team: learns of a removal and of changed rights, and says when the account's token is rejected. */
export function SessionWatch() {
  const { team } = useSession()
  const may = useMay()
  const client = useQueryClient()

  const check = useEffectEvent(async () => {
    const found = await checkSignedInAccount()
    // A read that is refused asks to sign in again.
    if (found === 'nobody') void call('accountRead', {}).catch(() => {})
  })
  useEffect(() => {
    const checkInSight = () => {
      if (!document.hidden) void check()
    }
    const timer = setInterval(checkInSight, intervalMs)
    document.addEventListener('visibilitychange', checkInSight)
    const onRefusal = ({ query, mutation }: { query?: { state: { error: unknown } }; mutation?: { state: { error: unknown } } }) => {
      const error = (query ?? mutation)?.state.error
      if (error instanceof Failure && error.isFromGateway && [noRightCode, teamTokenRefusedCode].includes(error.code ?? '')) void check()
    }
    const stops = [
      watchTyping(),
      client.getQueryCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && onRefusal(event)),
      client.getMutationCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && onRefusal(event)),
    ]
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkInSight)
      for (const stop of stops) stop()
    }
  }, [client])

  useEffect(() => {
    let grant = grantOf(getSession())
    let ended = endedBecause()
    return onSessionChange(() => {
      const before = { grant, ended }
      grant = grantOf(getSession())
      ended = endedBecause()
      if (grant === before.grant && ended === before.ended) return
      // The page still shows what was typed: React has drawn nothing yet.
      keepTypedTexts()
      // Once the pages that may no longer be read are gone.
      if (grant !== before.grant) setTimeout(() => void client.invalidateQueries())
    })
  }, [client])

  if (!team?.isTokenRejected) return null
  return (
    <Hint
      bad
      action={
        may('people.write') && (
          <PageLink to={to.people()} className="link fz-help">
            Replace token…
          </PageLink>
        )
      }
    >
      <b>{providerName('service') ?? 'The chat service'} rejects the token of this account.</b> Nobody can work until it is replaced.{' '}
      {!may('people.write') && (
        <>
          Ask an Owner: <span className="outside">{listed(team.owners, maxNamed)}</span>.
        </>
      )}
    </Hint>
  )
}
