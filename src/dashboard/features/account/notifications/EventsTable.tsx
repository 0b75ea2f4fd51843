import type { Output } from '#contract/endpoint.ts'
import type { myNotifications } from '#contract/gateway/my-notifications.ts'
import { type NotificationEvent, notificationEventNames, notificationEvents } from '#contract/gateway/notification-events.ts'
import type { Notifications } from '#contract/gateway/notifications.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import type { GatewayWriteName, SendToGateway } from '#dashboard/platform/session/call-gateway.ts'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import type { Column } from '#dashboard/ui/table/fit-columns.ts'

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
      minWidth: 176,
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
      cell: (event) => {
        const isOn = own.get(event)
        if (isOn === undefined) return <NotYours />
        return (
          <Cell
            label={`${notificationEvents[event].label}: this page`}
            isOn={isOn}
            action="myNotificationEventSet"
            toggle={(send) =>
              send('myNotificationEventSet', { body: { event, isOn: !isOn } }).finally(() =>
                refreshGateway('myNotificationsRead', 'noticeList'),
              )
            }
          />
        )
      },
    },
    ...channels.map(({ id: channelId, name, events }) => ({
      key: channelId,
      label: name,
      width: 120,
      cell: (event: NotificationEvent) => {
        const isOn = events.includes(event)
        const toggle = (send: SendToGateway) =>
          send('notificationEventSet', { params: { channelId }, body: { event, isOn: !isOn } }).finally(() =>
            refreshGateway('notificationsRead'),
          )
        const label = `${notificationEvents[event].label}: ${name}`
        return <Cell label={label} isOn={isOn} action="notificationEventSet" toggle={canWrite ? toggle : null} />
      },
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

interface CellProps {
  label: string
  /** The stored value: a click is shown once it is confirmed. */
  isOn: boolean
  action: GatewayWriteName
  /** Stores the other value and reads it; null: it cannot be changed. */
  toggle: ((send: SendToGateway) => Promise<unknown>) | null
}

function Cell({ label, isOn, action, toggle }: CellProps) {
  const saving = useGatewayAction(action, async (send) => toggle?.(send), { isBare: true })
  return (
    <RowCheckbox label={label} checked={isOn} aria-busy={saving.isPending} disabled={toggle === null} onChange={() => saving.mutate()} />
  )
}
