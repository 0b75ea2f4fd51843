import type { AuditEntry } from '#contract/workspace/audit.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from './log.module.css'

export const causes = {
  job: { icon: 'bulk', label: 'Job' },
  preset: { icon: 'toggles', label: 'Preset' },
  hours: { icon: 'clock', label: 'Opening hours' },
  drift: { icon: 'undo', label: 'Drift watch' },
  rule: { icon: 'shield', label: 'Rule' },
  person: { icon: 'key', label: 'Ended with the rights of' },
} as const satisfies Record<string, { icon: IconName; label: string }>

/** Why it was changed, where that was not by hand. */
export function CauseLine({ entry: { cause, who }, onOpen }: { entry: AuditEntry; onOpen: (line: number) => void }) {
  if (cause.kind === 'undo')
    return (
      <p className={classes.cause}>
        <Icon name="undo" size={12} />
        <span>
          Undo of line {count(cause.of)},{' '}
          <button type="button" className="link" onClick={() => onOpen(cause.of)}>
            show it
          </button>
        </span>
      </p>
    )
  if (cause.kind !== 'hand')
    return (
      <p className={classes.cause}>
        <Icon name={causes[cause.kind].icon} size={12} />
        <span className="outside">{cause.kind === 'hours' ? causes.hours.label : `${causes[cause.kind].label} “${cause.title}”`}</span>
      </p>
    )
  if (who.kind !== 'program') return null
  return (
    <p className={classes.cause}>
      <Icon name="key" size={12} />
      <span className="outside">
        {/* Tokens of our own service have no role. */}
        {who.role ? `Scoped token “${who.name}”, through the API` : `Access token “${who.name}”, through the API`}
      </span>
    </p>
  )
}
