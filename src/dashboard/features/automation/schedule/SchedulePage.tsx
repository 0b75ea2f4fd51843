import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { Schedule } from '#contract/gateway/schedule.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { endpointQuery, refetchEvery } from '#dashboard/platform/api/query.ts'
import { chatsByName } from '#dashboard/platform/chats/chat-search.ts'
import { idParam } from '#dashboard/platform/id-param.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { Segments } from '#dashboard/ui/form/Segments.tsx'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { ownZone } from '#dashboard/ui/format/time-of-day.ts'
import { ListToolbar } from '#dashboard/ui/page/ListToolbar.tsx'
import { flag, named, oneOf, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { useIsPhone } from '#dashboard/ui/page/use-media.ts'
import type { RowsHandle } from '#dashboard/ui/table/VirtualRows.tsx'
import { BackgroundAccess } from '../background/BackgroundAccess.tsx'
import { Agenda } from './Agenda.tsx'
import { agendaDays, agendaOf, byDay, type Entry, entryKindNames, entryKinds, rowsOf } from './agenda.ts'
import { DayStrip } from './DayStrip.tsx'
import classes from './schedule.module.css'
import { WeekTable } from './WeekTable.tsx'

/** What others change appears this soon; time itself passes by the clock of the page. */
const refreshEveryMs = 60_000
const scheduleQuery = { ...gatewayQuery('scheduleRead', {}), refetchInterval: refetchEvery(refreshEveryMs) }

/** Everything that will happen by itself in the coming two weeks. */
export function SchedulePage() {
  const reading = useQuery(scheduleQuery)
  return (
    <div className="column grow page-width">
      <PlaceHead beside={<BackgroundAccess />} />
      <Loaded what="The schedule" reading={reading}>
        {(schedule) => <Content schedule={schedule} />}
      </Loaded>
    </div>
  )
}

const scheduleState = urlState({
  kind: named('show', oneOf(entryKindNames)),
  chatId: named('chat', idParam),
  view: oneOf(['agenda', 'week'], 'agenda'),
  /** The second of the two weeks. */
  isNextWeek: named('week', flag('2')),
})
type View = ViewOf<typeof scheduleState>

const daysInWeek = 7

function Content({ schedule }: { schedule: Schedule }) {
  const [view, changeView] = useUrlState(scheduleState)
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data
  const chatsById = useMemo(() => new Map(chats.map((chat) => [chat.id, chat])), [chats])
  const isPhone = useIsPhone()
  const zone = ownZone()
  const now = Math.max(useNow() * 1000, schedule.at)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const [firstRow, setFirstRow] = useState(0)
  const [isAtEnd, setAtEnd] = useState(false)
  const [chosenDay, setChosenDay] = useState(0)
  const list = useRef<RowsHandle>(null)
  /** The day to scroll to once the agenda is drawn in place of the week. */
  const [dayToShow, setDayToShow] = useState<number | null>(null)

  // The list of days is another one only once a day is over.
  const today = agendaDays(zone, now)[0]!.from
  const days = useMemo(() => agendaDays(zone, today), [zone, today])
  const agenda = useMemo(
    () => agendaOf(schedule, { kind: view.kind, chatId: view.chatId }, days.at(-1)!.to),
    [schedule, view.kind, view.chatId, days],
  )
  const entries = useMemo(() => byDay(withoutPast(agenda.entries, now), days), [agenda, now, days])
  const rows = useMemo(() => rowsOf(agenda.missed, days, entries, now, unfolded), [agenda, days, entries, now, unfolded])
  const isWeek = view.view === 'week' && !isPhone
  const firstOfWeek = view.isNextWeek ? daysInWeek : 0
  const rowOfDay = (day: number) => rows.findIndex((row) => row.is === 'day' && row.day === day)
  const isEmpty = agenda.missed.length === 0 && agenda.entries.length === 0

  const dayInSight = rows[firstRow]?.day ?? 0
  // The last days can't be scrolled to the top of the list.
  const current = isAtEnd && chosenDay > dayInSight ? chosenDay : dayInSight

  function showDay(day: number) {
    setChosenDay(day)
    if (isWeek) changeView({ isNextWeek: day >= daysInWeek })
    else list.current?.bringUp(rowOfDay(day))
  }

  return (
    <>
      {schedule.access !== 'on' && <NotCarriedOut access={schedule.access} />}
      <Filters {...{ view, chats }} counts={agenda.counts} isPhone={isPhone} onView={changeView} />
      {isEmpty ? (
        <Nothing isFiltered={view.kind !== null || view.chatId !== null} onClear={() => changeView({ kind: null, chatId: null })} />
      ) : (
        <>
          <DayStrip
            days={isPhone ? days.slice(0, daysInWeek) : days}
            entries={entries}
            current={isWeek ? firstOfWeek : current}
            isWeek={isWeek}
            onDay={showDay}
          />
          {isWeek ? (
            <WeekTable
              days={days.slice(firstOfWeek, firstOfWeek + daysInWeek)}
              entries={entries.slice(firstOfWeek, firstOfWeek + daysInWeek)}
              {...{ zone, now }}
              onEntry={(day, entry) => {
                if ('turns' in entry) setUnfolded(new Set([entry.at]))
                setDayToShow(firstOfWeek + day)
                changeView({ view: 'agenda' })
              }}
            />
          ) : (
            <Agenda
              {...{ rows, chatsById, zone, now, list }}
              access={schedule.access}
              start={dayToShow === null ? null : rowOfDay(dayToShow)}
              onStarted={() => setDayToShow(null)}
              onFirst={(row, isLast) => {
                setFirstRow(row)
                setAtEnd(isLast)
              }}
              onFold={(at) =>
                setUnfolded((before) => (before.has(at) ? new Set([...before].filter((one) => one !== at)) : new Set(before).add(at)))
              }
            />
          )}
        </>
      )}
    </>
  )
}

/** Turns whose time has passed since the schedule was read have been carried out. An action goes on until the gateway says otherwise. */
const withoutPast = (entries: readonly Entry[], now: number) => entries.filter((entry) => 'action' in entry || entry.at > now)

function NotCarriedOut({ access }: { access: 'off' | 'rejected' }) {
  return access === 'off' ? (
    <Hint>
      <b>Background access is off.</b> Nothing of this happens by itself until an Owner turns it on.
    </Hint>
  ) : (
    <Hint bad>
      <b>The chat service rejected the account token.</b> Nothing of this happens by itself until an Owner replaces it.
    </Hint>
  )
}

interface FiltersProps {
  view: View
  counts: ReturnType<typeof agendaOf>['counts']
  chats: Chat[]
  isPhone: boolean
  onView: (change: Partial<View>) => void
}

const Filters = ({ view, counts, chats, isPhone, onView }: FiltersProps) => (
  <ListToolbar
    lead={
      <ChoiceChips
        label="Kind"
        choices={[
          { value: null, label: 'All', holds: counts.modes + counts.hours + counts.checks },
          ...entryKindNames
            .map((value) => ({ value, label: entryKinds[value], holds: counts[value] }))
            .filter(({ value, holds }) => holds > 0 || value === view.kind),
        ]}
        chosen={view.kind}
        onChoose={(kind) => onView({ kind })}
        off={null}
      />
    }
    actions={
      <>
        <div className={classes.chat}>
          <SearchSelect
            size="xs"
            aria-label="Chat"
            nothingFound="No such chat"
            data={[
              { value: '', label: 'All chats' },
              ...chatsByName(chats).map((chat) => ({ value: String(chat.id), label: chatTitle(chat) })),
            ]}
            value={view.chatId?.toString() ?? ''}
            limit={100}
            onChange={(chatId) => onView({ chatId: chatId === '' ? null : Number(chatId) })}
          />
        </div>
        {!isPhone && (
          <Segments
            legend="View"
            name="schedule-view"
            choices={[
              { value: 'agenda', label: 'Agenda' },
              { value: 'week', label: 'Week' },
            ]}
            value={view.view}
            onChange={(chosen) => onView({ view: chosen })}
          />
        )}
      </>
    }
  />
)

const Nothing = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => (
  <p className="panel help">
    {isFiltered ? (
      <>
        Nothing is planned that matches the filters. <PlainLinkButton onClick={onClear}>Clear the filters</PlainLinkButton>
      </>
    ) : (
      'Nothing is planned. Modes that end, opening hours and checks for outside changes show here with their next time.'
    )}
  </p>
)
