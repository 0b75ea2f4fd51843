import { waitingHours } from '#contract/gateway/own-access.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { dayAndTime, useNow } from '#dashboard/ui/format/time.tsx'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'

/** Whether the signed-in person has to wait after a recovery code before they may change who can do what. */
export function useIsWaiting(): boolean {
  const until = usePerson()?.waitingUntil ?? 0
  return until > useNow()
}

/** Says until when, over what cannot be changed meanwhile. */
export function Waiting() {
  const until = usePerson()?.waitingUntil ?? 0
  const isWaiting = useIsWaiting()
  if (!isWaiting) return null
  return (
    <Hint>
      <b>You can’t change people and rights until {dayAndTime(until)}.</b> You signed in with a recovery code. Wait {waitingHours} hours, or
      ask another Owner.
    </Hint>
  )
}
