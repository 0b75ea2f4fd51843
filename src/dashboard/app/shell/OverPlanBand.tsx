import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Plan } from '#contract/account.ts'
import { overPlan } from '#dashboard/platform/service/over-plan.ts'
import { storeText, storedText } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PlainIconButton } from '#dashboard/ui/form/PlainButton.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'

const dismissed = 'over-plan-seen'

/**
 * A banner on every page except the two that show the plan themselves. If it is dismissed, it stays hidden in this tab until a different limit is
 * exceeded; the sidebar still shows the overrun.
 */
export function OverPlanBand({ plan }: { plan: Plan }) {
  const { pathname } = useLocation()
  const over = overPlan(plan)
  const [seen, setSeen] = useState(() => storedText(dismissed, sessionStorage))
  if (!over || seen === over.title || [to.overview(), to.account()].includes(pathname)) return null
  return (
    <Hint
      action={
        <>
          <PageLink to={to.plan()} className="link fz-help">
            See the plan
          </PageLink>
          <PlainIconButton
            size="xs"
            aria-label="Hide in this tab"
            onClick={() => {
              storeText(dismissed, over.title, sessionStorage)
              setSeen(over.title)
            }}
          >
            <Icon name="x" size={14} />
          </PlainIconButton>
        </>
      }
    >
      <b>{over.title}</b> <span className="not-on-phones">{over.remedy}</span>
    </Hint>
  )
}
