import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { recentlyUsed } from '#dashboard/platform/chats/last-used.ts'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { turnOnPreset } from '#dashboard/platform/presets/opening.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock, ServerTime } from '#dashboard/ui/format/time.tsx'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import classes from './home.module.css'
import { PanelHeading } from '#dashboard/ui/page/Section.tsx'

interface HomePageProps {
  chats: Chat[]
  /** Milliseconds. */
  asOf: number
  refreshing: boolean
  onRefresh: () => void
  stale: ReactNode
  /** What the signed-in person did today, for who does not see what everyone did. */
  today: ReactNode
  /** Shown in place of everything about chats. */
  firstSteps: ReactNode
  attention: ReactNode
  busy: ReactNode
  plan: ReactNode
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
      {parts.today}
      <div className={classes.columns}>
        <div>
          {firstSteps && <div className="panel">{firstSteps}</div>}
          {chats.length === 0 ? !firstSteps && <NoChats /> : <div className="panel">{parts.attention}</div>}
          {chats.length > 0 && busy && <div className="panel">{busy}</div>}
        </div>
        <div className={classes.side}>
          {may('account.read') && (
            <section className={`panel ${classes.plan}`} aria-labelledby="plan-heading">
              <SideHeading id="plan-heading" link={{ to: to.plan(), label: 'See the plan' }}>
                Plan
              </SideHeading>
              {parts.plan}
            </section>
          )}
          {parts.polls}
          {chats.length > 0 && (
            <section className="panel" aria-labelledby="recently-used">
              <RecentlyUsed chats={chats} />
            </section>
          )}
        </div>
      </div>
    </>
  )
}

function SideHeading({ id, link, children }: { id: string; link: { to: string; label: string }; children: ReactNode }) {
  return (
    <div className="row between">
      <PanelHeading id={id} aside={null}>
        {children}
      </PanelHeading>
      <Anchor component={PageLink} to={link.to} fz="help">
        {link.label}
      </Anchor>
    </div>
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

const maxRecentChats = 6

/** Without chats that were never used. */
function RecentlyUsed({ chats }: { chats: Chat[] }) {
  const may = useMay()
  const used = recentlyUsed(
    chats.filter(({ lastUsed }) => lastUsed !== null),
    maxRecentChats,
  )
  return (
    <>
      <SideHeading
        id="recently-used"
        link={{ to: to.chats(), label: chats.length === 1 ? 'All chats' : `All ${count(chats.length)} chats` }}
      >
        Recently used
      </SideHeading>
      {used.length === 0 && (
        <p className="quiet fz-help">
          {chats.length === 1 ? 'Your chat has not been used yet.' : `None of your ${counted(chats.length, 'chat')} has been used yet.`}
        </p>
      )}
      <ul>
        {used.map((chat) => (
          <li key={chat.id} className={classes.chat}>
            <PageLink to={chatHome(may, chat.id)} className="outside cut ink name-link">
              {chatTitle(chat)}
            </PageLink>
            <span className="quiet fz-help rigid">
              <ServerTime date={chat.lastUsed} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
