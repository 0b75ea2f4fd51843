import { waitingHours } from '#contract/gateway/own-access.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { dayAndTime, useNow } from '#dashboard/ui/format/time.tsx'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'

/** Says until when people wait after a recovery code, over what they cannot change meanwhile: who can do what. */
export function Waiting() {
  const until = usePerson()?.waitingUntil ?? 0
  const now = useNow()
  if (until <= now) return null
  return (
    <Hint>
      <b>You can’t change people and permissions until {dayAndTime(until)}.</b> You signed in with a recovery code. Wait {waitingHours}{' '}
      hours, or ask another Owner.
    </Hint>
  )
}
