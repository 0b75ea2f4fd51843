import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Plan } from '#contract/account.ts'
import type { Chat } from '#contract/chats.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { overPlan } from '#dashboard/platform/service/over-plan.ts'
import { LimitOnly, Meter } from '#dashboard/ui/feedback/Meter.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { listed } from '#dashboard/ui/format/numbers.ts'
import classes from '../AccountPage.module.css'
import own from './PlanPanel.module.css'
import { moreRooms } from './plan.ts'
import { MakeRoom } from './MakeRoom.tsx'

/** How full the plan is, how to make room, and what a few more chats would mean. */
export function PlanPanel({ plan, chats, onDelete }: { plan: Plan; chats: Chat[]; onDelete: (chat: Chat) => void }) {
  const over = overPlan(plan)
  const may = useMay()
  const owners = useSession().team?.owners ?? []
  const { hash } = useLocation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hash === '#plan') section.current?.scrollIntoView()
  }, [hash])
  return (
    <section ref={section} className={classes.section} aria-labelledby="plan">
      <h2 className="section-heading" id="plan">
        Plan <span>set by {serviceName()}, read only</span>
      </h2>
      {over && (
        <div className={own.over}>
          <Banner>
            <b>{over.title}</b> {over.detail} {over.remedy}
          </Banner>
        </div>
      )}
      <div className={own.meters}>
        <Meter label="Chats" used={plan.usedRooms} limit={plan.rooms} />
        <Meter label="Admins" used={plan.usedAdmins} limit={plan.admins} />
        <Meter label="Keywords" used={plan.usedKeywords} limit={plan.keywords} />
        <LimitOnly label="Concurrent users" limit={plan.users} note="shared" />
      </div>
      <p className="help">Keywords are linkable keywords that are displayed in all chats. The plan sets how many there can be.</p>
      <p className="help">
        Concurrent users are shared among all chats. {serviceNameFirst()} does not say how many there are now, so only the limit is shown.
      </p>
      <WhatIf plan={plan} />
      {over && !may('chats.delete') && owners.length > 0 && (
        <p className="help">
          An Owner can make room or ask for a larger plan: <span className="outside">{listed(owners)}</span>.
        </p>
      )}
      <MakeRoom chats={chats} isOver={plan.usedRooms !== null && plan.rooms !== null && plan.usedRooms > plan.rooms} onDelete={onDelete} />
    </section>
  )
}

function WhatIf({ plan }: { plan: Plan }) {
  const [text, setText] = useState('1')
  const more = /^\d{1,4}$/.test(text.trim()) ? Number(text) : null
  const words = more === null ? 'enter a number up to 9999' : moreRooms(plan, more)
  return (
    <div className={own.whatIf}>
      <TextInput
        size="xs"
        label="If you add chats"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <output className="num">{words}</output>
    </div>
  )
}
