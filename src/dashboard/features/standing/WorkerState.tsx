import type { Standing } from '#contract/workspace/standing-access.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './StandingPage.module.css'
import { whenText } from '#dashboard/ui/format/when.ts'

/** The gateway that does the work. */
export function WorkerState({ standing: { worker, at } }: { standing: Standing }) {
  return (
    <section className={classes.part} aria-labelledby="worker">
      <div className="row wrap mb-6">
        <h2 className={classes.partHead} id="worker">
          Worker
        </h2>
        {worker?.isRunning ? (
          <span className={`tag medium ${classes.running}`}>
            <Icon name="check" size={12} /> Running
          </span>
        ) : (
          <Badge tone="warn" icon={<Icon name="warning" size={12} />}>
            {worker ? `No worker since ${whenText(worker.renewed, at)}` : 'None has run yet'}
          </Badge>
        )}
      </div>
      {worker && (
        <dl className={classes.facts}>
          <dt>{worker.isRunning ? 'On' : 'Last on'}</dt>
          <dd>
            <span className="outside">{worker.name}</span>{' '}
            <span className="help">
              since {whenText(worker.since, at)}
              {worker.others > 0 && `, ${counted(worker.others, 'other', 'others')} ready`}
            </span>
          </dd>
          <dt>Lease</dt>
          <dd className="num">
            renewed {count(Math.max(0, Math.round((at - worker.renewed) / 1000)))} s ago{' '}
            <span className="help">number {count(worker.number)}</span>
          </dd>
        </dl>
      )}
    </section>
  )
}
