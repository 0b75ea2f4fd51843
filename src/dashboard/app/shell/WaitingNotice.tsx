import { useSyncExternalStore } from 'react'
import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { nextTryOf, queryClient } from '#dashboard/platform/api/query.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { useSecond } from '#dashboard/ui/format/time.tsx'

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
  const at = useSyncExternalStore(onNextTry, nextTry)
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
