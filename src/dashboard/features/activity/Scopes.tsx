import { Segments } from '#dashboard/ui/form/Segments.tsx'
import classes from './Scopes.module.css'
import type { ActivityScope } from './view.ts'

interface ScopesProps {
  /** On phones the head has no room for it. */
  at: 'head' | 'toolbar'
  scope: ActivityScope
  onScope: (scope: ActivityScope) => void
}

const choices = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'me', label: 'Me' },
] as const

/** Whose activity is shown. */
export const Scopes = ({ at, scope, onScope }: ScopesProps) => (
  <Segments
    legend="Whose activity"
    name={`activity-scope-${at}`}
    className={at === 'head' ? `${classes.head} not-on-phones` : 'on-phones'}
    choices={choices}
    value={scope}
    onChange={onScope}
  />
)
