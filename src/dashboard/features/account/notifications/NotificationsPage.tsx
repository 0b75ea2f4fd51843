import { useQuery } from '@tanstack/react-query'
import { allowsEverywhere } from '#contract/gateway/grant.ts'
import type { Notifications } from '#contract/gateway/notifications.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { Segments } from '#dashboard/ui/form/Segments.tsx'
import { ChannelList } from './channels/ChannelList.tsx'
import { TestAnswer, useChannelTest } from './channels/TestAnswer.tsx'
import { EventsTable } from './EventsTable.tsx'
import { DeliveryLog } from './log/DeliveryLog.tsx'
import classes from './notifications.module.css'
import { channelsQuery, useMine, useNotificationsView } from './view.ts'

const views = [
  { value: 'settings', label: 'Settings' },
  { value: 'log', label: 'Delivery log' },
] as const

/** Notifications: the channels, the delivery log, and the personal choice of notices. */
export function NotificationsPage() {
  const mayRead = useMay()('notifications.read')
  // A delivery may be about any chat.
  const mayReadLog = allowsEverywhere(usePerson(), 'notifications.read')
  const [view, changeView] = useNotificationsView()
  const reading = useQuery({ ...channelsQuery, enabled: mayRead })
  // Read in parallel, although it is shown later.
  useMine()
  return (
    <>
      <PlaceHead isSticky />
      {mayReadLog && (
        <div className="panel row wrap between underline">
          <Segments
            legend="What is shown"
            name="notifications-view"
            choices={views}
            value={view.show}
            onChange={(show) => changeView({ show, delivery: null })}
          />
          {view.show === 'settings' && <p className="help">Events within 2 minutes are grouped; a repeat is sent once an hour at most</p>}
        </div>
      )}
      {mayRead ? (
        <Loaded what="Notifications" reading={reading}>
          {(channels) =>
            mayReadLog && view.show === 'log' ? (
              <DeliveryLog notifications={channels} view={view} onView={changeView} />
            ) : (
              <NotificationSettings notifications={channels} />
            )
          }
        </Loaded>
      ) : (
        <NotificationSettings notifications={null} />
      )}
    </>
  )
}

/** The channels and their events, and the personal settings. @param notifications null: the person may not see the channels */
function NotificationSettings({ notifications }: { notifications: Notifications | null }) {
  const mine = useMine()
  const test = useChannelTest()
  const tested = notifications?.channels.find(({ id }) => id === test.variables?.id)
  return (
    <div className={classes.settings}>
      {notifications && <ChannelList notifications={notifications} test={test} />}
      {tested && <TestAnswer channel={tested} test={test} />}
      <Loaded what="Your notifications" reading={mine}>
        {({ events }) => <EventsTable notifications={notifications} mine={events} />}
      </Loaded>
    </div>
  )
}
