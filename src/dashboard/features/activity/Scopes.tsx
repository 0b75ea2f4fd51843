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
  <fieldset className={`${classes.scopes} ${at === 'head' ? 'not-on-phones' : 'on-phones'}`}>
    <legend className="visually-hidden">Whose activity</legend>
    {open.map((name) => (
      <label key={name} className={classes.scope}>
        <input type="radio" name={`activity-scope-${at}`} checked={scope === name} onChange={() => onScope(name)} />
        {scopeLabels[name]}
      </label>
    ))}
  </fieldset>
)
