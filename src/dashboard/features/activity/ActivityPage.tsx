import { useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { Segments } from '#dashboard/ui/form/Segments.tsx'
import classes from './activity.module.css'
import { LogPage } from './log/LogPage.tsx'
import { type ActivityScope, useActivityView } from './view.ts'

/** Who changed what: everyone, or oneself, which needs no right. */
export function ActivityPage() {
  const maySeeAll = useSeesHistory()
  const [view, changeView] = useActivityView()
  const scope = maySeeAll ? (view.scope ?? 'everyone') : 'me'
  const scopes = (at: 'head' | 'toolbar') =>
    maySeeAll && <Scopes at={at} scope={scope} onScope={(next) => changeView({ scope: next, line: null })} />
  return <LogPage key={scope} scope={scope} view={view} onView={changeView} scopes={scopes} />
}

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
const Scopes = ({ at, scope, onScope }: ScopesProps) => (
  <Segments
    legend="Whose activity"
    name={`activity-scope-${at}`}
    className={at === 'head' ? `${classes.head} not-on-phones` : 'on-phones'}
    choices={choices}
    value={scope}
    onChange={onScope}
  />
)
