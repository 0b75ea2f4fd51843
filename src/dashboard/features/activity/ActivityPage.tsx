import { useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { LogPage } from './log/LogPage.tsx'
import { Scopes } from './Scopes.tsx'
import { useActivityView } from './view.ts'

/** Who changed what: everyone, or oneself, which needs no right. */
export function ActivityPage() {
  const maySeeAll = useSeesHistory()
  const [view, changeView] = useActivityView()
  const scope = maySeeAll ? (view.scope ?? 'everyone') : 'me'
  const scopes = (at: 'head' | 'toolbar') =>
    maySeeAll && <Scopes at={at} scope={scope} onScope={(next) => changeView({ scope: next, line: null })} />
  return <LogPage key={scope} scope={scope} view={view} onView={changeView} scopes={scopes} />
}
