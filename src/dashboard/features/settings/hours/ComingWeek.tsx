import { Button } from '#dashboard/ui/form/Button.tsx'
import { Suspense, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { type ComingDay, comingDays } from '#engine/hours/coming-days.ts'
import { nextTurn, stateAt } from '#engine/hours/openings.ts'
import type { ChatHours } from '#contract/hours/timetable.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { ownZone, timeText } from '#dashboard/ui/format/time-of-day.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { cityOf, dayAndMonth, dayIn, duration, longDate, timeIn, weekday } from '#dashboard/ui/format/dates.ts'
import type { HoursPartProps } from './hours-fields.ts'
import { type HoursEntry, openUntil } from './hours-record.ts'
import classes from './hours.module.css'

const OpenNowDialog = lazyPart(async () => (await import('./HoursDialogs.tsx')).OpenNowDialog)

interface HoursNowProps extends HoursPartProps {
  chat: Chat
  record: HoursEntry | null
  now: number
}

/** Whether the chat is open now and when that changes, as saved, with the switch of the hours. */
export function HoursNow({ chat, record, now, values, base, mayWrite, set }: HoursNowProps) {
  const [opening, setOpening] = useState(false)
  const saved = record?.value
  const ending = useAction(null, () => openUntil(chat.id, null), { isBare: true, errorTitle: () => 'The chat could not be closed' })
  const isOpenByHand = saved?.openUntil != null && saved.openUntil > now
  return (
    <div className="section-head">
      {saved?.isOn && <StateNow hours={saved} now={now} />}
      <p className={`help grow ${classes.next}`}>
        {!saved?.isOn
          ? 'Opening hours are off: the chat stays as it is.'
          : isOpenByHand
            ? `Kept open until ${timeIn(saved.zone, saved.openUntil ?? 0)}, whatever the hours say.`
            : nextInWords(saved, now)}
      </p>
      {mayWrite && saved?.isOn && isOpenByHand && (
        <Button size="xs" loading={ending.isPending} onClick={() => ending.mutate()}>
          Follow the hours again
        </Button>
      )}
      {mayWrite && saved?.isOn && !isOpenByHand && (
        <Button size="xs" icon="play" onClick={() => setOpening(true)}>
          Open now until…
        </Button>
      )}
      {mayWrite && (
        <label className={`inline-row gap-8 ${classes.on}`} htmlFor="hours-on" data-edited={values.isOn !== base.isOn || undefined}>
          Follow these hours <Switch id="hours-on" checked={values.isOn} onChange={(event) => set('isOn', event.currentTarget.checked)} />
        </label>
      )}
      <Suspense fallback={<OverlayFallback />}>
        {opening && saved && <OpenNowDialog chat={chat} hours={saved} now={now} onClose={() => setOpening(false)} />}
      </Suspense>
    </div>
  )
}

function StateNow({ hours, now }: { hours: ChatHours; now: number }) {
  const isOpen = stateAt(hours, now).kind === 'open'
  return <Badge icon={<Icon name={isOpen ? 'play' : 'offline'} size={12} />}>{isOpen ? 'Open now' : 'Closed now'}</Badge>
}

/** Seven days from today as edited, each as wide as the others, in the zone of the chat. */
export function ComingWeek({ hours, now }: { hours: ChatHours; now: number }) {
  const days = comingDays(hours, now)
  return (
    <section className={classes.coming} aria-labelledby="coming-week">
      <h3 className="heading mb-6" id="coming-week">
        The coming week
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
      <div className={classes.scroller} role="region" aria-label="Openings of the coming week" tabIndex={0}>
        <ol className={classes.strip}>
          {days.map((day, index) => (
            <DayColumn key={day.date} day={day} isToday={index === 0} now={now} />
          ))}
        </ol>
      </div>
    </section>
  )
}

function DayColumn({ day, isToday, now }: { day: ComingDay; isToday: boolean; now: number }) {
  const { date, exception, periods, from, to, open, usual } = day
  const at = (instant: number) => `${(((instant - from) / (to - from)) * 100).toFixed(3)}%`
  const place = (span: { from: number; to: number }) => ({ left: at(span.from), right: `calc(100% - ${at(span.to)})` })
  const times = periods.length === 0 ? 'Closed' : periods.map((period) => `${timeText(period.from)} – ${timeText(period.to)}`).join(', ')
  const named = exception?.name ? `${times} · ${exception.name}` : times
  return (
    <li className={`shrinks ${classes.comingDay}`}>
      <p className="meta cut relative">
        <span className="visually-hidden">{longDate(date)}</span>
        <span aria-hidden>
          <b className="ink strong">{isToday ? 'Today' : weekday(date)}</b> {dayAndMonth(date)}
        </span>
      </p>
      <div className={classes.track} aria-hidden>
        {usual.map((span) => (
          <i key={span.from} className={classes.usual} style={place(span)} />
        ))}
        {open.map((span) => (
          <i key={span.from} className={classes.open} style={place(span)} />
        ))}
        {isToday && <i className={classes.now} style={{ left: at(now) }} />}
      </div>
      <p className={`meta cut ${exception ? 'warn' : ''}`} title={named}>
        {named}
      </p>
    </li>
  )
}

/** “Opens today at 20:00 in Berlin, 19:00 for you, in 4 h 29 min”: the next change between open and closed. */
function nextInWords(hours: ChatHours, now: number, own = ownZone()): string {
  const isOpen = stateAt(hours, now).kind === 'open'
  const next = nextTurn(hours, now)
  if (!next) return isOpen ? 'It never closes by these hours.' : 'It never opens by these hours.'
  const { zone } = hours
  const [day, time, here, left] = [dayIn(zone, next.at, now), timeIn(zone, next.at), timeIn(own, next.at), duration(next.at - now)]
  const city = cityOf(zone)
  if (here === time) return isOpen ? `Closes ${day} at ${time}, in ${left}` : `Opens ${day} at ${time}, in ${left}`
  return isOpen
    ? `Closes ${day} at ${time} in ${city}, ${here} for you, in ${left}`
    : `Opens ${day} at ${time} in ${city}, ${here} for you, in ${left}`
}
