import { useSuspenseQuery } from '@tanstack/react-query'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { planFigures } from '#dashboard/platform/service/over-plan.ts'
import { to } from '#dashboard/platform/to.ts'
import { LimitOnly, Meter } from '#dashboard/ui/feedback/Meter.tsx'
import { PanelHeading } from '#dashboard/ui/page/Section.tsx'
import classes from './PlanStrip.module.css'

/** How full the plan is, on Home: in one line where there is room. */
export function PlanStrip() {
  const { plan } = useSuspenseQuery(endpointQuery('accountRead', {})).data.data
  return (
    <section className="panel" aria-labelledby="plan-heading">
      <PanelHeading id="plan-heading" link={{ to: to.plan(), label: 'See the plan' }}>
        Plan
      </PanelHeading>
      <div className={classes.strip}>
        {planFigures(plan).map(({ label, used, limit }) => (
          <Meter key={label} {...{ label, used, limit }} />
        ))}
        <LimitOnly label="Concurrent users" limit={plan.users} />
      </div>
    </section>
  )
}
