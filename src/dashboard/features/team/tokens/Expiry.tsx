import type { ScopedToken } from '#contract/workspace/scoped-tokens.ts'
import { day, exact } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'

/** When a token expires, or why it does not work any more. */
export function Expiry({ token: { ended, expires } }: { token: ScopedToken }) {
  if (ended === null)
    return (
      <time className="num" dateTime={new Date(expires * 1000).toISOString()} title={exact(expires)}>
        {day(expires)}
      </time>
    )
  return (
    <span className="inline-row warn">
      <Icon name="warning" size={14} /> Expired
    </span>
  )
}
