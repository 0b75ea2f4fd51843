import type { Notifications } from '#contract/workspace/notifications.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { ChannelList } from './channels/ChannelList.tsx'
import { TestAnswer } from './channels/TestAnswer.tsx'
import { useChannelTest } from './channels/use-channel-test.ts'
import { EventsTable } from './events/EventsTable.tsx'
import classes from './NotificationsPage.module.css'
import { useMine } from './queries.ts'

/** The channels and their events, and the personal settings. @param notifications null: the person may not see the channels */
export function NotificationSettings({ notifications }: { notifications: Notifications | null }) {
  const mine = useMine()
  const test = useChannelTest()
  const tested = test.tested && notifications?.channels.find(({ id }) => id === test.tested?.channelId)
  const own = mine.data?.data
  return (
    <>
      {own && <StaleNotice what="Your notifications" reading={mine} />}
      <div className={classes.settings}>
        {notifications && <ChannelList notifications={notifications} test={test} />}
        {tested && <TestAnswer channel={tested} test={test} />}
        {own ? (
          <EventsTable notifications={notifications} mine={own.events} />
        ) : mine.error ? (
          <LoadError what="Your notifications" error={mine.error} retry={mine.refetch} busy={mine.isFetching} />
        ) : (
          <Loading what="your notifications" />
        )}
      </div>
    </>
  )
}
