import type { Output } from '#contract/endpoint.ts'
import type { myNotifications } from '#contract/gateway/my-notifications.ts'
import { type NotificationEvent, notificationEventNames, notificationEvents } from '#contract/gateway/notification-events.ts'
import type { NotificationChannel, Notifications } from '#contract/gateway/notifications.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { type Column, DataTable } from '#dashboard/ui/table/DataTable.tsx'

type OwnEvents = Output<typeof myNotifications.myNotificationsRead>['data']['events']

interface EventsTableProps {
  /** null: the person may not see the channels. */
  notifications: Notifications | null
  /** Events that the person may see, and whether the page shows them. */
  mine: OwnEvents
}

/** The events of each channel, and those that the page shows to this person. Every click is saved at once. */
export function EventsTable({ notifications, mine }: EventsTableProps) {
  const { channels = [], canWrite = false } = notifications ?? {}
  const own = new Map(mine.map(({ event, isOn }) => [event, isOn]))
  const shown = notifications ? notificationEventNames : notificationEventNames.filter((event) => own.has(event))
  const columns: Column<NotificationEvent>[] = [
    {
      key: 'event',
      label: 'What happened',
      minWidth: 220,
      isRowHead: true,
      cell: (event) => (
        <span title={notificationEvents[event].about}>
          {notificationEvents[event].label} {notificationEvents[event].isUrgent && <span className="meta">sent at once</span>}
        </span>
      ),
    },
    {
      key: 'page',
      label: 'This page',
      width: 96,
      cell: (event) => (own.has(event) ? <OwnCell event={event} isOn={own.get(event) ?? false} /> : <NotYours />),
    },
    ...channels.map((channel) => ({
      key: channel.id,
      label: channel.name,
      width: 120,
      cell: (event: NotificationEvent) => <ChannelCell event={event} channel={channel} canWrite={canWrite} />,
    })),
  ]
  return (
    <Section className="panel" title="Events" note={notifications ? 'what this page shows is only for you' : 'what the page shows you'}>
      {shown.length === 0 ? (
        <p className="help">Your role cannot see any events.</p>
      ) : (
        <div className="flush">
          <DataTable
            label="Events by channel"
            rows={shown}
            columns={columns}
            idOf={(event) => event}
            nameOf={(event) => notificationEvents[event].label}
          />
        </div>
      )}
    </Section>
  )
}

const NotYours = () => (
  <span className="faint" title="Your role cannot see this event">
    <span aria-hidden>–</span>
    <span className="visually-hidden">Not for your role</span>
  </span>
)

function OwnCell({ event, isOn }: { event: NotificationEvent; isOn: boolean }) {
  const setting = useGatewayAction(
    'myNotificationEventSet',
    (send) =>
      send('myNotificationEventSet', { body: { event, isOn: !isOn } }).finally(() => refreshGateway('myNotificationsRead', 'noticeList')),
    { isBare: true },
  )
  return (
    <Cell
      label={`${notificationEvents[event].label}: this page`}
      isOn={isOn}
      isSaving={setting.isPending}
      onToggle={() => setting.mutate()}
    />
  )
}

function ChannelCell({ event, channel, canWrite }: { event: NotificationEvent; channel: NotificationChannel; canWrite: boolean }) {
  const isOn = channel.events.includes(event)
  const setting = useGatewayAction(
    'notificationEventSet',
    (send) =>
      send('notificationEventSet', { params: { channelId: channel.id }, body: { event, isOn: !isOn } }).finally(() =>
        refreshGateway('notificationsRead'),
      ),
    { isBare: true },
  )
  return (
    <Cell
      label={`${notificationEvents[event].label}: ${channel.name}`}
      isOn={isOn}
      isSaving={setting.isPending}
      {...(canWrite && { onToggle: () => setting.mutate() })}
    />
  )
}

interface CellProps {
  label: string
  /** The stored value: a click is shown once it is confirmed. */
  isOn: boolean
  isSaving: boolean
  /** Missing: it cannot be changed. */
  onToggle?: () => void
}

const Cell = ({ label, isOn, isSaving, onToggle }: CellProps) => (
  <RowCheckbox label={label} checked={isOn} aria-busy={isSaving} disabled={!onToggle} onChange={() => onToggle?.()} />
)
