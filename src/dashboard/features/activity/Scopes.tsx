import { Segments } from '#dashboard/ui/form/Segments.tsx'
import { scopeLabels } from './scopes.ts'
import classes from './Scopes.module.css'
import type { ActivityScope } from './view.ts'

interface ScopesProps {
  /** On phones the head has no room for it. */
  at: 'head' | 'toolbar'
  open: readonly ActivityScope[]
  scope: ActivityScope
  onScope: (scope: ActivityScope) => void
}

/** Whose activity is shown. */
export const Scopes = ({ at, open, scope, onScope }: ScopesProps) => (
  <Segments
    legend="Whose activity"
    name={`activity-scope-${at}`}
    className={at === 'head' ? `${classes.head} not-on-phones` : 'on-phones'}
    choices={open.map((value) => ({ value, label: scopeLabels[value] }))}
    value={scope}
    onChange={onScope}
  />
)
