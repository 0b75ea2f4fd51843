import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import type { ReactNode } from 'react'
import type { Chat } from '#contract/chats.ts'
import { NewMenu } from '#dashboard/platform/chats/NewMenu.tsx'
import { turnOnPreset } from '#dashboard/platform/presets/opening.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { clock } from '#dashboard/ui/format/time.tsx'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { InFiveMinutes } from './FirstSteps.tsx'
import classes from './home.module.css'

interface HomePageProps {
  chats: Chat[]
  /** Milliseconds. */
  asOf: number
  refreshing: boolean
  onRefresh: () => void
  stale: ReactNode
  /** Shown in place of everything about chats. */
  firstSteps: ReactNode
  attention: ReactNode
  /** What others did since the last visit. */
  since: ReactNode
  busy: ReactNode
  plan: ReactNode
  /** What will happen by itself today. */
  later: ReactNode
  polls: ReactNode
}

export function HomePage({ chats, firstSteps, busy, ...parts }: HomePageProps) {
  const may = useMay()
  return (
    <>
      <PlaceHead
        actions={
          <>
            <span className={`num quiet fz-help not-on-phones`}>as of {clock(parts.asOf)}</span>
            <NewMenu
              chats={chats}
              button={
                <Button size="xs" className="icon-on-phones" icon="plus">
                  New
                </Button>
              }
            />
            {may('presets.use') && chats.length > 0 && (
              <Button size="xs" className="icon-on-phones" icon="shield" onClick={() => turnOnPreset({ presetId: 'lockdown' })}>
                Lockdown…
              </Button>
            )}
            <Button size="xs" icon="refresh" loading={parts.refreshing} onClick={parts.onRefresh}>
              Refresh
            </Button>
          </>
        }
      />
      {parts.stale}
      <div className={classes.columns}>
        <div>
          {firstSteps && <div className="panel">{firstSteps}</div>}
          {chats.length === 0 ? !firstSteps && <NoChats /> : <div className="panel">{parts.attention}</div>}
          {parts.since}
          {chats.length > 0 && busy && <div className="panel">{busy}</div>}
        </div>
        <div className={classes.side}>
          {may('account.read') && <div className={classes.plan}>{parts.plan}</div>}
          {firstSteps && <InFiveMinutes />}
          {parts.later}
          {parts.polls}
        </div>
      </div>
    </>
  )
}

function NoChats() {
  const may = useMay()
  if (!may('chats.create'))
    return (
      <EmptyState icon="chats" title="No chats yet">
        The chats that you are given access to appear here. Ask an Owner if one is missing.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="chats"
      title="No chats yet"
      action={
        <LinkButton to={to.chats({ open: 'new' })} variant="filled" icon="plus">
          New chat
        </LinkButton>
      }
    >
      Create your first chat to see here what needs attention, where people write and which polls are open.
    </EmptyState>
  )
}
