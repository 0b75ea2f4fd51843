import { useState } from 'react'
import { serviceName } from '#contract/provider-names.ts'
import { clocksAhead } from '#dashboard/ui/format/clocks.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { PlainButton } from '#dashboard/ui/form/PlainButton.tsx'

/** Smaller differences are not worth a word. In minutes. */
const smallest = 1

/** Says that this computer has another time than the service, by more than a minute. */
export function ClockNotice() {
  const { gateway, service } = clocksAhead.use()
  const [isHidden, hide] = useState(false)
  const minutes = Math.round(Math.abs(service) / 60_000)
  if (isHidden || Math.abs(service) <= smallest * 60_000) return null
  const isOwnClock = Math.abs(service - gateway) <= smallest * 60_000
  return (
    <Hint
      action={
        <PlainButton size="xs" onClick={() => hide(true)}>
          Hide
        </PlainButton>
      }
    >
      <b>
        The clock of this computer is {counted(minutes, 'minute')} {service < 0 ? 'ahead of' : 'behind'} the clock of {serviceName()}.
      </b>{' '}
      Message times, “Last 15 minutes” and live messages go by the clock of {serviceName()}.
      {isOwnClock && ' Check the date and time of this computer.'}
    </Hint>
  )
}
