import { useQuery } from '@tanstack/react-query'
import type { Notifications } from '#contract/workspace/notifications.ts'
import { LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { ChannelList } from './channels/ChannelList.tsx'
import { TestAnswer } from './channels/TestAnswer.tsx'
import { useChannelTest } from './channels/use-channel-test.ts'
import { EventsTable } from './events/EventsTable.tsx'
import { Loading } from './Loading.tsx'
import { QuietHoursForm } from './mine/QuietHoursForm.tsx'
import classes from './NotificationsPage.module.css'
import { mineQuery } from './queries.ts'

/** The channels and their events, and what a person sets for themselves. @param notifications null: the person may not see the channels */
export function NotificationSettings({ notifications }: { notifications: Notifications | null }) {
  const mine = useQuery(mineQuery)
  const test = useChannelTest()
  const tested = test.tested && notifications?.channels.find(({ id }) => id === test.tested?.channelId)
  if (!mine.data)
    return mine.error ? (
      <LoadError what="Your notifications" error={mine.error} retry={mine.refetch} busy={mine.isFetching} />
    ) : (
      <Loading what="your notifications" />
    )
  const { quiet, events } = mine.data.data
  return (
    <>
      <StaleNotice what="Your notifications" reading={mine} />
      <div className={classes.columns}>
        <div className={classes.column}>
          {notifications && <ChannelList notifications={notifications} test={test} />}
          <EventsTable notifications={notifications} mine={events} />
        </div>
        <div className={classes.side}>
          {tested && <TestAnswer channel={tested} test={test} />}
          <QuietHoursForm saved={quiet} />
        </div>
      </div>
    </>
  )
}
