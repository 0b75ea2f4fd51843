import { ActionIcon, Anchor } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Plan } from '#contract/account.ts'
import { overPlan } from '#dashboard/platform/service/over-plan.ts'
import { keep, kept } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'

const dismissed = 'over-plan-seen'

/** Over every page but the two that say it themselves. Hidden, it stays so in this tab until something else is over; the sidebar still says it. */
export function OverPlanBand({ plan }: { plan: Plan }) {
  const { pathname } = useLocation()
  const over = overPlan(plan)
  const [seen, setSeen] = useState(() => kept(dismissed, sessionStorage))
  if (!over || seen === over.title || [to.overview(), to.account()].includes(pathname)) return null
  return (
    <Hint
      action={
        <>
          <Anchor component={PageLink} to={to.account()} fz="help">
            What would help
          </Anchor>
          <ActionIcon
            size="xs"
            aria-label="Hide in this tab"
            onClick={() => {
              keep(dismissed, over.title, sessionStorage)
              setSeen(over.title)
            }}
          >
            <Icon name="x" size={14} />
          </ActionIcon>
        </>
      }
    >
      <b>{over.title}</b> <span className="not-on-phones">{over.remedy}</span>
    </Hint>
  )
}
