import { count } from '#dashboard/ui/format/numbers.ts'
import classes from './Budget.module.css'

/** From here on the meter is amber. */
const nearly = 0.9

/** Requests of this minute. */
export function Budget({ used, budget }: { used: number; budget: number }) {
  const share = Math.min(1, used / budget)
  return (
    <span className={`num quiet fz-help not-on-phones ${classes.budget}`} data-nearly={share >= nearly || undefined}>
      <span>
        <b className="ink">{count(used)}</b> of {count(budget)} requests a minute
      </span>
      <svg className={classes.track} width="96" height="4" aria-hidden>
        <rect className={classes.used} width={`${(share * 100).toFixed(0)}%`} height="4" />
      </svg>
    </span>
  )
}
