import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { NotificationDelivery } from '#contract/gateway/notification-deliveries.ts'
import { notificationDays } from '#contract/gateway/notification-events.ts'
import type { Notifications } from '#contract/gateway/notifications.ts'
import { eventIcons } from '#dashboard/platform/notifications/event-icons.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { EmptyState, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { ShowOlder } from '#dashboard/ui/feedback/ShowOlder.tsx'
import { counted, countUpTo, plural } from '#dashboard/ui/format/numbers.ts'
import { exact, useNow } from '#dashboard/ui/format/time.tsx'
import { whenText } from '#dashboard/ui/format/when.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { deliveriesQuery } from '../queries.ts'
import { StateText } from '../StateText.tsx'
import { deliveryDays, type NotificationsView } from '../view.ts'
import { durationText, resultOf, triesText } from '../words.ts'
import { DeliveryDetails } from './DeliveryDetails.tsx'
import classes from './log.module.css'

interface DeliveryLogProps {
  notifications: Notifications
  view: NotificationsView
  onView: (change: Partial<NotificationsView>) => void
}

const stateFilters = [
  { state: null, label: 'All', count: 'all' },
  { state: 'failed', label: 'Failed', count: 'failed' },
] as const

const daysLabel = { 1: 'Last 24 hours', 7: 'Last 7 days', 30: 'Last 30 days' } as const

/** The deliveries with their results. */
export function DeliveryLog({ notifications: { channels, canWrite }, view, onView }: DeliveryLogProps) {
  const now = useNow() * 1000
  const reading = useInfiniteQuery(deliveriesQuery(view))
  const pages = reading.data?.pages
  const counts = pages?.[0]?.counts
  // An older page may repeat a delivery that has moved in the meantime.
  const deliveries = [...new Map(pages?.flatMap((page) => page.deliveries.map((one) => [one.id, one] as const))).values()]
  const isFiltered = view.state !== null || view.channel !== null
  const known = channels.some(({ id }) => id === view.channel)
  return (
    <>
      <div className={classes.toolbar}>
        <Chips label="Result">
          {stateFilters.map((filter) => (
            <Chip
              key={filter.label}
              label={filter.label}
              holds={counts?.[filter.count]}
              on={view.state === filter.state}
              onToggle={() => onView({ state: filter.state, delivery: null })}
            />
          ))}
        </Chips>
        <NativeSelect
          size="xs"
          className={classes.filter}
          aria-label="Channel"
          value={view.channel ?? ''}
          onChange={({ currentTarget }) => onView({ channel: currentTarget.value || null, delivery: null })}
          data={[
            { value: '', label: 'All channels' },
            ...channels.map(({ id, name }) => ({ value: id, label: name })),
            ...(view.channel !== null && !known ? [{ value: view.channel, label: 'A deleted channel' }] : []),
          ]}
        />
        <NativeSelect
          size="xs"
          className={classes.filter}
          aria-label="Period"
          value={String(view.days)}
          onChange={({ currentTarget }) =>
            onView({ days: deliveryDays.find((one) => String(one) === currentTarget.value) ?? 7, delivery: null })
          }
          data={deliveryDays.map((days) => ({ value: String(days), label: daysLabel[days] }))}
        />
      </div>
      {pages && <StaleNotice what="The deliveries" reading={reading} />}
      {!pages || !counts ? (
        reading.error ? (
          <LoadError what="The deliveries" reading={reading} />
        ) : (
          <Loading what="the deliveries" />
        )
      ) : deliveries.length === 0 ? (
        <EmptyState icon={isFiltered ? 'search' : 'send'} title={isFiltered ? 'No matches' : 'Nothing was sent yet'}>
          {isFiltered ? 'No delivery matches the filter.' : 'Deliveries to channels are listed here, with the answers of the receivers.'}
        </EmptyState>
      ) : (
        <>
          <div className={classes.list} data-old={reading.isPlaceholderData || undefined}>
            <div className={classes.head} aria-hidden>
              <span>Time</span>
              <span>Event</span>
              <span>Channel</span>
              <span>Result</span>
              <span>Answer</span>
              <span>Took</span>
              <span>Tries</span>
            </div>
            <ul className={classes.rows} aria-label="Deliveries">
              {deliveries.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  now={now}
                  canWrite={canWrite}
                  isOpen={view.delivery === delivery.id}
                  onToggle={() => onView({ delivery: view.delivery === delivery.id ? null : delivery.id })}
                />
              ))}
            </ul>
          </div>
          <ShowOlder what="deliveries" reading={reading} className={classes.more} />
          <p className={classes.foot}>
            {plural(counts.all, '{count} delivery in {days}', '{count} deliveries in {days}', {
              count: countUpTo(counts.all),
              days: counted(view.days, 'day'),
            })}{' '}
            · kept for {notificationDays} days · {countUpTo(counts.failed)} failed
          </p>
        </>
      )}
    </>
  )
}

interface DeliveryRowProps {
  delivery: NotificationDelivery
  /** Milliseconds. */
  now: number
  canWrite: boolean
  isOpen: boolean
  onToggle: () => void
}

function DeliveryRow({ delivery, now, canWrite, isOpen, onToggle }: DeliveryRowProps) {
  const { id, at, event, title, count, channelName, result, ms } = delivery
  const detailsId = `delivery-${id}`
  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <div className={classes.row}>
        <time className={classes.time} dateTime={new Date(at).toISOString()} title={exact(at / 1000)}>
          {whenText(at, now)}
        </time>
        <span className={classes.what}>
          <Icon name={eventIcons[event]} className="quiet" />
          <button type="button" className={`outside ${classes.title}`} aria-expanded={isOpen} aria-controls={detailsId} onClick={onToggle}>
            {title}
          </button>
          {count > 1 && <span className="meta rigid">{counted(count, 'event')}</span>}
        </span>
        <span className={`outside ${classes.channel}`}>{channelName}</span>
        <span className={classes.deliveryLogResult}>
          <StateText {...resultOf(delivery)} />
        </span>
        <span className={`outside ${classes.answer}`}>{result}</span>
        <span className={classes.took}>{ms !== null && durationText(ms)}</span>
        <span className={classes.deliveryLogTries}>
          <span className="visually-hidden">Tries: </span>
          {triesText(delivery)}
        </span>
      </div>
      <div id={detailsId}>{isOpen && <DeliveryDetails id={id} now={now} canWrite={canWrite} />}</div>
    </li>
  )
}
