import type { Output } from '#contract/endpoint.ts'
import type { myNotifications } from '#contract/gateway/my-notifications.ts'
import { type NotificationEvent, notificationEventNames, notificationEvents } from '#contract/gateway/notification-events.ts'
import type { NotificationChannel, Notifications } from '#contract/gateway/notifications.ts'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import page from './notifications.module.css'

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
  return (
    <section className={page.section} aria-labelledby="events">
      <h2 className="section-heading" id="events">
        Events <span>{notifications ? 'what this page shows is only for you' : 'what the page shows you'}</span>
      </h2>
      {shown.length === 0 ? (
        <p className="help">Your role cannot see any events.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
        <div className={page.scroll} role="region" aria-label="Events by channel" tabIndex={0}>
          <table className={page.table} aria-labelledby="events">
            <thead>
              <tr>
                <th scope="col">What happened</th>
                <th scope="col">This page</th>
                {channels.map(({ id, name }) => (
                  <th key={id} scope="col" title={name}>
                    <span className={`cut outside ${page.name}`}>{name}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((event) => (
                <tr key={event}>
                  <th scope="row" title={notificationEvents[event].about}>
                    {notificationEvents[event].label}{' '}
                    {notificationEvents[event].isUrgent && <span className={page.urgent}>sent at once</span>}
                  </th>
                  <td>{own.has(event) ? <OwnCell event={event} isOn={own.get(event) ?? false} /> : <NotYours />}</td>
                  {channels.map((channel) => (
                    <td key={channel.id}>
                      <ChannelCell event={event} channel={channel} canWrite={canWrite} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const NotYours = () => (
  <span className="faint" title="Your role cannot see this event">
    <span aria-hidden>–</span>
    <span className="visually-hidden">Not for your role</span>
  </span>
)

function OwnCell({ event, isOn }: { event: NotificationEvent; isOn: boolean }) {
  const setting = useWorkspaceAction(
    'myNotificationEventSet',
    (send) =>
      send('myNotificationEventSet', { body: { event, isOn: !isOn } }).finally(() => refreshWorkspace('myNotificationsRead', 'noticeList')),
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
  const setting = useWorkspaceAction(
    'notificationEventSet',
    (send) =>
      send('notificationEventSet', { params: { channelId: channel.id }, body: { event, isOn: !isOn } }).finally(() =>
        refreshWorkspace('notificationsRead'),
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
  <span className={page.cell} data-saving={isSaving || undefined}>
    <RowCheckbox label={label} checked={isOn} aria-busy={isSaving} disabled={!onToggle} onChange={() => onToggle?.()} />
  </span>
)
