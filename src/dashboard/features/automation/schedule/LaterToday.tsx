import { useQuery } from '@tanstack/react-query'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { to } from '#dashboard/platform/to.ts'
import { ownZone } from '#dashboard/ui/format/time-of-day.ts'
import { minuteText, useNow, Time } from '#dashboard/ui/format/time.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { PanelHeading } from '#dashboard/ui/page/Section.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { kindIcons } from '../background/view.ts'
import { type Entry, keyOf, laterToday, turnsInWords } from './agenda.ts'

const maxShown = 3

const notCarriedOut = { on: null, off: 'background access off', rejected: 'account token rejected' }

/** The next entries of today's schedule; nothing where there are none. */
export function LaterToday({ chats }: { chats: Chat[] }) {
  const schedule = useQuery({ ...gatewayQuery('scheduleRead', {}), refetchInterval: refetchEvery(60_000) }).data?.data
  const now = useNow() * 1000
  if (!schedule) return null
  const later = laterToday(schedule, ownZone(), now)
  if (later.length === 0) return null
  return (
    <section className="panel" aria-labelledby="later-today">
      <PanelHeading id="later-today" aside={notCarriedOut[schedule.access]} link={{ to: to.schedule(), label: 'Schedule' }}>
        Later today
      </PanelHeading>
      <ul>
        {later.slice(0, maxShown).map((entry) => (
          <li key={keyOf(entry)} className="list-line">
            <Line entry={entry} chats={chats} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ entry, chats }: { entry: Entry; chats: Chat[] }) {
  const isAction = 'action' in entry
  const chatIds = isAction ? entry.action.chatIds : entry.turns.map(({ chatId }) => chatId)
  const only = chatIds.length === 1 && chats.find(({ id }) => id === chatIds[0])
  return (
    <PageLink to={to.schedule()} className="beside gap-12 name-link grow">
      <Time at={entry.at / 1000} className="num quiet" words={minuteText(entry.at)} />
      <Icon name={isAction ? kindIcons[entry.action.kind] : 'calendar'} className="quiet" />
      <span className="grow">
        {isAction ? entry.action.title : turnsInWords(entry.turns)}{' '}
        <span className="quiet outside">{only ? chatTitle(only) : isAction && chatIds.length > 0 && counted(chatIds.length, 'chat')}</span>
      </span>
    </PageLink>
  )
}
