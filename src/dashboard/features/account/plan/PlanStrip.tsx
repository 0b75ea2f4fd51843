import { useSuspenseQuery } from '@tanstack/react-query'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { planFigures } from '#dashboard/platform/service/over-plan.ts'
import { LimitOnly, Meter } from '#dashboard/ui/feedback/Meter.tsx'
import classes from './PlanStrip.module.css'

/** How full the plan is, in one line. @param narrow for a column beside a page */
export function PlanStrip({ narrow = false }: { narrow?: boolean }) {
  const { plan } = useSuspenseQuery(endpointQuery('accountRead', {})).data.data
  return (
    <section aria-label="Plan" className={classes.strip} data-narrow={narrow || undefined}>
      {planFigures(plan).map((figure) => (
        <div key={figure.label} className={classes.part}>
          <Meter label={figure.label} used={figure.used} limit={figure.limit} />
        </div>
      ))}
      <div className={classes.part}>
        <LimitOnly label="Concurrent users" limit={plan.users} note="shared" />
      </div>
    </section>
  )
}
