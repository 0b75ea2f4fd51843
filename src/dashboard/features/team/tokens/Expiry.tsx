import type { ScopedToken } from '#contract/workspace/scoped-tokens.ts'
import { day, exact } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'

/** When a token expires, or why it does not work any more. */
export function Expiry({ token: { ended, expires, createdBy } }: { token: ScopedToken }) {
  if (ended === null)
    return (
      <time className="num" dateTime={new Date(expires * 1000).toISOString()} title={exact(expires)}>
        {day(expires)}
      </time>
    )
  return (
    <span className="inline-row warn">
      <Icon name="warning" size={14} /> <span className="outside">{ended === 'expired' ? 'Expired' : `${createdBy} was removed`}</span>
    </span>
  )
}
