import { queryOptions, useQuery } from '@tanstack/react-query'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { visits } from '#contract/gateway/visit.ts'
import { gatewayQuery, signalGateway } from '#dashboard/platform/api/gateway-query.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'
import { localJson, setLocalText } from '#dashboard/platform/session/session-state.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { Time, useNow, whenText } from '#dashboard/ui/format/time.tsx'
import { Actor } from '#dashboard/ui/page/Initial.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { PanelHeading } from '#dashboard/ui/page/Section.tsx'
import { useOnLeave } from '#dashboard/ui/page/use-on-leave.ts'
import classes from './SinceVisit.module.css'
import { rowsOf, type VisitRow } from './visit-rows.ts'

/** Whoever comes back within this time, as from a line of the list or in another tab, goes on with the same visit. */
const sameVisitMs = 30 * 60_000

/** Kept in this browser until sign-out: since when the visit that is going on lists changes, and when it was shown last. */
interface KeptVisit {
  since: number | null
  at: number
}

const visitQuery = queryOptions({
  queryKey: gatewayQuery('visitRead', { query: {} }).queryKey,
  queryFn: async ({ signal }) => {
    const kept = localJson('visit') as KeptVisit | null
    const since = kept && Date.now() - kept.at < sameVisitMs ? kept.since : null
    const answer = await callGateway('visitRead', { query: since === null ? {} : { since } }, { signal })
    const now: KeptVisit = { since: answer.data.since, at: Date.now() }
    setLocalText('visit', JSON.stringify(now))
    return answer
  },
  refetchInterval: refetchEvery(60_000),
})

/** What others did since the person was last here, who leaves with what was read last. Nothing at the first visit, or where it could not be read. */
export function SinceVisit({ chats }: { chats: Chat[] }) {
  const visit = useQuery(visitQuery).data?.data
  const now = useNow() * 1000
  // Not when it is opened: a visit that is only begun might have shown nothing yet.
  useOnLeave(() => {
    if (visit) signalGateway(visits.visitEnd, { body: { seen: visit.asOf } })
  })
  if (visit?.since == null) return null
  const some = `${count(visit.count)}${visit.isAtLeast ? '+' : ''}`
  return (
    <section className="panel" aria-labelledby="since-visit">
      <PanelHeading
        id="since-visit"
        aside={
          <>
            <Time at={visit.since / 1000} words={whenText(visit.since, now)} />
            {' · '}
            {plural(visit.count, '{some} change by others', '{some} changes by others', { some })}
          </>
        }
        link={{ to: to.changes(), label: 'All changes' }}
      >
        Since your last visit
      </PanelHeading>
      <ul>
        {rowsOf(visit).map((row) => (
          <Row key={`${row.path} ${row.name} ${row.title}`} row={row} chats={chats} now={now} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row, chats, now }: { row: VisitRow; chats: Chat[]; now: number }) {
  const { name, icon, title, chatId, chatName, outcome, at, path } = row
  const chat = chats.find(({ id }) => id === chatId)
  // Entries of what acts by itself do not hold the name.
  const where = chatId === null ? counted(row.chats, 'chat') : chatTitle(chat && chatName === '' ? chat : { id: chatId, name: chatName })
  return (
    <li className="overline">
      <PageLink to={path} className={classes.line}>
        <Actor name={name} icon={icon} />
        <span className={classes.what}>
          <span className={classes.title}>{title}</span> {row.chats > 0 && <span className="help outside">{where}</span>}
          {outcome && <span className={`block fz-help ${outcome.worst === 'running' ? 'quiet' : 'warn'}`}>{outcome.words}</span>}
        </span>
        <Time at={at / 1000} className="num quiet fz-help rigid" words={whenText(at, now)} />
      </PageLink>
    </li>
  )
}
