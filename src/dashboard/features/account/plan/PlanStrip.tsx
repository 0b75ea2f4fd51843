import { useSuspenseQuery } from '@tanstack/react-query'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { planFigures } from '#dashboard/platform/service/over-plan.ts'
import { LimitOnly, Meter } from '#dashboard/ui/feedback/Meter.tsx'
import classes from './PlanStrip.module.css'

/** How full the plan is: in one line where there is room. */
export function PlanStrip() {
  const { plan } = useSuspenseQuery(endpointQuery('accountRead', {})).data.data
  return (
    <section aria-label="Plan" className={classes.strip}>
      {planFigures(plan).map(({ label, used, limit }) => (
        <Meter key={label} {...{ label, used, limit }} />
      ))}
      <LimitOnly label="Concurrent users" limit={plan.users} note="shared" />
    </section>
  )
}
