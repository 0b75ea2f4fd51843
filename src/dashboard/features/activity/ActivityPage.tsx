import { useMay } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { BrowserActivity } from './BrowserActivity.tsx'
import { LogPage } from './log/LogPage.tsx'
import { Scopes } from './Scopes.tsx'
import { openScopes, shownScope } from './scopes.ts'
import { useActivityView } from './view.ts'

/** Who changed what: everyone, oneself, or this browser. */
export function ActivityPage() {
  const { team } = useSession()
  const open = openScopes(useMay())
  const [view, changeView] = useActivityView()
  const scope = shownScope(view.scope, open, team !== undefined)
  const scopes = (at: 'head' | 'toolbar') =>
    open.length > 1 && <Scopes at={at} open={open} scope={scope} onScope={(next) => changeView({ scope: next, line: null })} />
  const parts = { view, onView: changeView, scopes }
  return scope === 'browser' ? <BrowserActivity {...parts} /> : <LogPage key={scope} scope={scope} {...parts} />
}
