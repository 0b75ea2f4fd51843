import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { NotificationDelivery } from '#contract/gateway/notification-deliveries.ts'
import { notificationDays } from '#contract/gateway/notification-events.ts'
import type { Notifications } from '#contract/gateway/notifications.ts'
import { eventIcons } from '../event-icons.ts'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { ShowOlder } from '#dashboard/ui/feedback/ShowOlder.tsx'
import { counted, countUpTo, plural } from '#dashboard/ui/format/numbers.ts'
import { Time, useNow, whenText } from '#dashboard/ui/format/time.tsx'
import { Toolbar } from '#dashboard/ui/page/Page.tsx'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import { type Column, useFittingColumns } from '#dashboard/ui/table/fit-columns.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { deliveriesQuery, type NotificationsView } from '../view.ts'
import { durationText, resultOf, StateText, triesText } from '../words.tsx'
import { DeliveryDetails } from './DeliveryDetails.tsx'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'

interface DeliveryLogProps {
  notifications: Notifications
  view: NotificationsView
  onView: (change: Partial<NotificationsView>) => void
}

const periods = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
] as const

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
      <Toolbar>
        <ChoiceChips
          label="Result"
          choices={[
            { value: null, label: 'All', holds: counts?.all },
            { value: 'failed', label: 'Failed', holds: counts?.failed },
          ]}
          chosen={view.state}
          onChoose={(state) => onView({ state, delivery: null })}
        />
        <NativeSelect
          size="xs"
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
          aria-label="Period"
          value={view.days}
          onChange={({ currentTarget }) =>
            onView({ days: periods.find(({ value }) => value === currentTarget.value)?.value ?? '7', delivery: null })
          }
          data={periods}
        />
      </Toolbar>
      <Loaded what="The deliveries" reading={{ ...reading, data: counts && { data: counts } }}>
        {({ all, failed }) =>
          deliveries.length === 0 ? (
            <EmptyState icon={isFiltered ? 'search' : 'send'} title={isFiltered ? 'No matches' : 'Nothing was sent yet'}>
              {isFiltered
                ? 'No delivery matches the filter.'
                : 'Deliveries to channels are listed here, with the answers of the receivers.'}
            </EmptyState>
          ) : (
            <>
              <DeliveryTable
                deliveries={deliveries}
                now={now}
                openId={view.delivery}
                onOpen={(id) => onView({ delivery: view.delivery === id ? null : id })}
                canWrite={canWrite}
              />
              <ShowOlder what="deliveries" reading={reading} className="panel row wrap" />
              <p className="panel help">
                {plural(all, '{count} delivery in {days}', '{count} deliveries in {days}', {
                  count: countUpTo(all),
                  days: counted(Number(view.days), 'day'),
                })}{' '}
                · kept for {notificationDays} days · {countUpTo(failed)} failed
              </p>
            </>
          )
        }
      </Loaded>
    </>
  )
}

interface DeliveryTableProps {
  deliveries: NotificationDelivery[]
  /** Milliseconds. */
  now: number
  openId: string | null
  onOpen: (id: string) => void
  canWrite: boolean
}

/** A delivery; after the one that is open, the row of its details. */
interface Row {
  id: string
  delivery: NotificationDelivery
  isDetails?: true
}

function DeliveryTable({ deliveries, now, openId, onOpen, canWrite }: DeliveryTableProps) {
  const rows = deliveries.flatMap((delivery): Row[] => {
    const { id } = delivery
    return id === openId
      ? [
          { id, delivery },
          { id: `${id} details`, delivery, isDetails: true },
        ]
      : [{ id, delivery }]
  })
  const time = ({ at }: NotificationDelivery) => <Time at={at / 1000} className="help num" words={whenText(at, now)} />
  const what = ({ id, event, title, count }: NotificationDelivery) => (
    <span className="beside">
      <Icon name={eventIcons[event]} className="quiet" />
      <button type="button" className="name-link outside" aria-expanded={id === openId} onClick={() => onOpen(id)}>
        {title}
      </button>
      {count > 1 && <span className="meta rigid">{counted(count, 'event')}</span>}
    </span>
  )
  const columns: Column<Row>[] = [
    { key: 'time', label: 'Time', width: 100, cell: ({ delivery }) => time(delivery) },
    { key: 'event', label: 'Event', minWidth: 240, isRowHead: true, cell: ({ delivery }) => what(delivery) },
    { key: 'channel', label: 'Channel', width: 180, cell: ({ delivery }) => <span className="outside">{delivery.channelName}</span> },
    { key: 'result', label: 'Result', width: 120, cell: ({ delivery }) => <StateText {...resultOf(delivery)} /> },
    {
      key: 'answer',
      label: 'Answer',
      width: 200,
      dropRank: 2,
      cell: ({ delivery }) => <span className="outside num">{delivery.result}</span>,
    },
    {
      key: 'took',
      label: 'Took',
      width: 72,
      dropRank: 1,
      cell: ({ delivery: { ms } }) => <span className="help num">{ms !== null && durationText(ms)}</span>,
    },
    {
      key: 'tries',
      label: 'Tries',
      width: 72,
      dropRank: 2,
      cell: ({ delivery }) => <span className="help num">{triesText(delivery)}</span>,
    },
  ]
  const { shown, measured } = useFittingColumns(columns, true)
  return (
    <DataTable
      label="Deliveries"
      rows={rows}
      columns={shown}
      measured={measured}
      idOf={({ id }) => id}
      nameOf={({ delivery }) => delivery.title}
      wide={({ delivery, isDetails }) => isDetails && <DeliveryDetails id={delivery.id} now={now} canWrite={canWrite} />}
      item={({ delivery }) => (
        <div className="stack gap-2">
          {what(delivery)}
          <span className="help outside">
            {time(delivery)} · {delivery.channelName}
          </span>
          <span className="row wrap gap-8 help">
            <StateText {...resultOf(delivery)} /> <span className="outside">{delivery.result}</span>
          </span>
        </div>
      )}
    />
  )
}
