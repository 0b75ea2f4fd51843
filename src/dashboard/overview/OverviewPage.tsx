import { Anchor, Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { catalogueQuery, soundName } from '../catalogue.ts'
import { latelyUsed } from '../last-used.ts'
import { overPlan } from '../over-plan.ts'
import { every, q, refresh } from '../query.ts'
import { to } from '../to.ts'
import { Finding } from '../ui/Finding.tsx'
import { Icon } from '../ui/more-icons.tsx'
import { Hint, Nothing, Stale } from '../ui/notes.tsx'
import { counted } from '../ui/numbers.ts'
import { PageHead } from '../ui/Page.tsx'
import { PageLink } from '../ui/PageLink.tsx'
import { PanelHeading } from '../ui/PanelHeading.tsx'
import { clock, ServerTime, useNow } from '../ui/time.tsx'
import { doubtfulSettings } from './doubtful.ts'
import { findings } from './findings.ts'
import classes from './OverviewPage.module.css'

const everyHalfMinute = { refetchInterval: every(30_000) }

/** The account at a glance. */
export function OverviewPage({ plan, bans, busy, polls }: Record<'plan' | 'bans' | 'busy' | 'polls', ReactNode>) {
  const accountReading = useSuspenseQuery({ ...q('accountRead', {}), ...everyHalfMinute })
  const chatsReading = useSuspenseQuery({ ...q('chatList', {}), ...everyHalfMinute })
  const now = useNow()
  const account = accountReading.data.data
  const chats = chatsReading.data.data
  // The page does not wait for it: without it no sound has a name, and nothing is said of any.
  const catalogue = useQuery(catalogueQuery).data
  const doubtful = doubtfulSettings(chats, account, catalogue ? soundName(catalogue) : () => undefined)
  const found = [...findings(chats, account, now), ...(doubtful ? [doubtful] : [])]
  const lately = latelyUsed(chats, 7)
  const over = overPlan(account.plan)
  return (
    <>
      <PageHead
        title="Overview"
        acts={
          <>
            <span className={`num ${classes.asOf}`}>as of {clock(Math.min(accountReading.dataUpdatedAt, chatsReading.dataUpdatedAt))}</span>
            <Button
              size="xs"
              leftSection={<Icon name="refresh" size={14} />}
              loading={accountReading.isFetching || chatsReading.isFetching}
              onClick={() => void refresh('accountRead', 'chatList')}
            >
              Refresh
            </Button>
          </>
        }
      />
      {plan}
      <Stale what="The account" reading={accountReading} />
      <Stale what="The chats" reading={chatsReading} />
      {over && (
        <Hint
          act={
            <Anchor component={PageLink} to={to.account()} className={classes.link}>
              Open account
            </Anchor>
          }
        >
          <b>{over.title}</b> {over.detail}
        </Hint>
      )}
      <div className={classes.columns}>
        <section className={classes.column} aria-labelledby="worth-a-look">
          <PanelHeading id="worth-a-look" aside={found.length}>
            Worth a look
          </PanelHeading>
          {found.length === 0 && (
            <p className={classes.calm}>
              <Icon name="done" className="rk-ok" /> Nothing needs you now.
            </p>
          )}
          <ul className={classes.list}>
            {found.map(({ icon, amber, title, detail, link }) => (
              <Finding key={title} icon={icon} amber={amber ?? false} title={title} link={{ ...link, spoken: `${link.label}: ${title}` }}>
                <span className="outside">{detail}</span>
              </Finding>
            ))}
          </ul>
          {bans}
          <div className={classes.panel}>{busy}</div>
        </section>
        <section className={classes.column} aria-labelledby="used-lately">
          {polls}
          <PanelHeading id="used-lately" aside={counted(chats.length, 'chat')}>
            Used lately
          </PanelHeading>
          {chats.length === 0 ? (
            <Nothing
              icon="chats"
              title="No chats yet"
              act={
                <Button component={PageLink} to={to.chats({ open: 'new' })} leftSection={<Icon name="plus" size={14} />}>
                  New chat
                </Button>
              }
            >
              Make the first one and it stands here.
            </Nothing>
          ) : (
            <>
              <ul className={classes.list}>
                {lately.map(({ id, name, lastUsed }) => (
                  <li key={id} className={classes.room}>
                    <PageLink to={to.settings(id)} className={`outside ${classes.name}`}>
                      {name}
                    </PageLink>
                    <span className={classes.when}>
                      <ServerTime date={lastUsed} />
                    </span>
                  </li>
                ))}
              </ul>
              <Anchor component={PageLink} to={to.chats()} className={classes.link}>
                All chats
              </Anchor>
            </>
          )}
        </section>
      </div>
    </>
  )
}
