import { useSuspenseQuery } from '@tanstack/react-query'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { planFigures } from '#dashboard/platform/service/over-plan.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { LimitOnly, Meter } from '#dashboard/ui/feedback/Meter.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import classes from './PlanStrip.module.css'

/** How full the plan is, in one line. @param brief on phones, only the figures @param narrow for a column beside a page */
export function PlanStrip({ brief = false, narrow = false }: { brief?: boolean; narrow?: boolean }) {
  const { plan } = useSuspenseQuery(endpointQuery('accountRead', {})).data.data
  const figures = planFigures(plan)
  return (
    <section aria-label="Plan" className={classes.strip} data-brief={brief || undefined} data-narrow={narrow || undefined}>
      {figures.map((figure) => (
        <div key={figure.label} className={classes.part}>
          <Meter label={figure.label} used={figure.used} limit={figure.limit} />
        </div>
      ))}
      <div className={classes.part}>
        <LimitOnly label="Concurrent users" limit={plan.users} note="shared" />
      </div>
      {brief && (
        <p className="row between wrap meta num on-phones">
          {figures.map(({ label, one, used, limit }) =>
            used !== null && limit !== null && used > limit ? (
              <span key={label} className="inline-row warn medium">
                <Icon name="warning" size={12} /> {counted(used - limit, one)} over
              </span>
            ) : (
              <span key={label}>
                <b className="ink">{used === null ? '?' : count(used)}</b> {limit === null ? '' : `of ${count(limit)} `}
                {label.toLowerCase()}
              </span>
            ),
          )}
        </p>
      )}
    </section>
  )
}
