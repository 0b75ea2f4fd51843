import { useSyncExternalStore } from 'react'
import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { nextTryOf, queryClient } from '#dashboard/platform/api/query.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { useSecond, clock, useNow } from '#dashboard/ui/format/time.tsx'
import { useSession } from '#dashboard/platform/session/session-state.ts'

/** When the next of the reads that a page waits for is tried again, because the service asked to wait; null: none does. In milliseconds. */
export function nextTry(): number | null {
  const times = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ state: { status, fetchStatus, fetchFailureReason: because } }) => {
      const isWaiting =
        status === 'pending' && fetchStatus === 'fetching' && because instanceof Failure && because.kind === 'too-many-requests'
      return isWaiting ? (nextTryOf(because) ?? []) : []
    })
  return times.length === 0 ? null : Math.min(...times)
}

/** Calls back whenever nextTry() may have changed. */
export const onNextTry = (onChange: () => void) => queryClient.getQueryCache().subscribe(onChange)

/** Over the skeleton of a page: why it takes so long. */
export function WaitingNotice() {
  const at = useSyncExternalStore(onNextTry, nextTry, nextTry)
  return at === null ? null : <Countdown key={at} at={at} />
}

function Countdown({ at }: { at: number }) {
  const now = useSecond()
  return (
    <Hint>
      <span role="status">{serviceNameFirst()} asked to wait.</span> {/* Not announced every second. */}
      <span aria-hidden className="num">
        Next try in {Math.max(0, Math.round(at / 1000 - now))} s.
      </span>
    </Hint>
  )
}

const warnBeforeSeconds = 5 * 60

/** A banner shown in the last five minutes before the session or its token ends. Unsaved text is kept either way. */
export function EndingSoon() {
  const { end, tokenEnd } = useSession()
  const now = useNow()
  if (end - now > warnBeforeSeconds) return null
  return (
    <Hint>
      <b className="num">
        {tokenEnd === end ? 'Your access token' : 'This session'} ends at {clock(end * 1000)}.
      </b>{' '}
      You will be asked to sign in again; nothing you typed is lost.
    </Hint>
  )
}
