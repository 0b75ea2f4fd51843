import { Icon } from '../theme/icons.tsx'
import classes from './feedback.module.css'
import { count } from '../format/numbers.ts'

interface MeterProps {
  label: string
  /** null = not stated. */
  used: number | null
  /** null = no limit stated. */
  limit: number | null
}

/** How much of a limit is used: grey up to it, amber above it. Not Mantine's Progress: it has no part above the limit. */
export function Meter({ label, used, limit }: MeterProps) {
  const over = used !== null && limit !== null ? Math.max(0, used - limit) : 0
  const left = used !== null && limit !== null ? limit - used : null
  const whole = Math.max(used ?? 0, limit ?? 0)
  const within = whole > 0 && used !== null ? ((Math.min(used, limit ?? used) / whole) * 100).toFixed(2) : '0'
  return (
    <div className={`help ${classes.meter}`}>
      <span className="cut">{label}</span>
      <span className="num nowrap">
        <b className="ink">{used === null ? '?' : count(used)}</b>
        {limit === null ? ', no limit stated' : ` of ${count(limit)}`}
        {left !== null && left >= 0 && left <= Math.max(1, (limit ?? 0) * 0.1) && (
          <span className={classes.left} data-note>
            {left === 0 ? 'none left' : `${count(left)} left`}
          </span>
        )}
        {over > 0 && (
          <span className={`inline-row warn medium ${classes.left}`}>
            <Icon name="warning" size={12} /> {count(over)} over
          </span>
        )}
      </span>
      <svg className={`block full-row ${classes.track}`} width="100%" height="4" aria-hidden>
        <rect className={classes.used} width={`${within}%`} height="4" />
        {over > 0 && <rect className={classes.beyond} x={`${within}%`} width={`${100 - Number(within)}%`} height="4" />}
      </svg>
    </div>
  )
}

/** A limit whose usage is unknown, drawn as a dashed line. */
export function LimitOnly({ label, limit, note }: { label: string; limit: number | null; note?: string }) {
  return (
    <div className={`help ${classes.meter}`}>
      <span className="cut">{label}</span>
      <span className="num nowrap">
        {limit === null ? (
          'no limit stated'
        ) : (
          <>
            up to <b className="ink">{count(limit)}</b>
            {note && <span className={classes.left}>{note}</span>}
          </>
        )}
      </span>
      <span className={classes.dashed} aria-hidden />
    </div>
  )
}
