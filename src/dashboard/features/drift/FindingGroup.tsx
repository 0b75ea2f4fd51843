import { Anchor } from '@mantine/core'
import { driftSeverities, type DriftFinding, type DriftSeverity } from '#contract/workspace/drift.ts'
import type { ReactNode } from 'react'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from './FindingGroup.module.css'
import type { DriftActions } from './use-drift.ts'

const icons: Record<DriftSeverity, { name: IconName; tone: string }> = {
  severe: { name: 'error', tone: 'bad' },
  notable: { name: 'warning', tone: 'warn' },
  minor: { name: 'info', tone: 'quiet' },
}

interface FindingGroupProps {
  severity: DriftSeverity
  findings: readonly DriftFinding[]
  actions: DriftActions
  mayDecide: boolean
  onPutBack: (findings: readonly DriftFinding[]) => void
  children: ReactNode
}

/** The findings of one severity, with what can be done with all of them. */
export function FindingGroup({ severity, findings, actions, mayDecide, onPutBack, children }: FindingGroupProps) {
  const { label, about } = driftSeverities[severity]
  const reversible = findings.filter(({ canPutBack }) => canPutBack)
  const open = findings.filter(({ state }) => state === 'open')
  const { name, tone } = icons[severity]
  return (
    <section aria-labelledby={`severity-${severity}`}>
      <header className={classes.head}>
        <Icon name={name} className={tone} />
        <h2 id={`severity-${severity}`} className={classes.title}>
          {label}
        </h2>
        <span className="num quiet">{count(findings.length)}</span>
        <span className="grow">
          <span className="quiet not-on-phones">{about}</span>
        </span>
        {mayDecide && reversible.length > 1 && (
          <Anchor component="button" type="button" fz="help" disabled={actions.isBusy} onClick={() => onPutBack(reversible)}>
            {plural(reversible.length, 'Put back', 'Put back all {count}…')}
          </Anchor>
        )}
        {mayDecide && severity === 'minor' && open.length > 1 && (
          <Anchor component="button" type="button" fz="help" disabled={actions.isBusy} onClick={() => actions.accept.mutate(open)}>
            {open.length === 2 ? 'Accept both' : plural(open.length, 'Accept', 'Accept all {count}')}
          </Anchor>
        )}
      </header>
      <ul>{children}</ul>
    </section>
  )
}
