import type { AuditEntry } from '#contract/workspace/audit.ts'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { nameOf } from './audit-words.ts'
import classes from './Who.module.css'

/** The person, or what acted in place of one. */
export const Who = ({ entry, className = '' }: { entry: AuditEntry; className?: string }) => (
  <p className={`beside ${classes.who} ${className}`}>
    {entry.who.kind === 'person' ? (
      <Initial name={nameOf(entry)} />
    ) : (
      <span className={classes.icon}>
        <Icon name={entry.who.kind === 'roomkeeper' ? 'spark' : 'key'} size={12} />
      </span>
    )}
    <span className="outside">{nameOf(entry)}</span>
  </p>
)
