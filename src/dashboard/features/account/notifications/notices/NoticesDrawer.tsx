import { Button } from '#dashboard/ui/form/Button.tsx'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { maxCountedNotices } from '#contract/values.ts'
import type { Notice } from '#contract/gateway/my-notifications.ts'
import { gatewayQuery, refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { eventIcons } from '../event-icons.ts'
import { localPath, to } from '#dashboard/platform/to.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { countUpTo, plural } from '#dashboard/ui/format/numbers.ts'
import { ago, Time, useNow } from '#dashboard/ui/format/time.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './notices.module.css'

/** Gets the initial focus: on a link, the next key press could open it. */
const closeButton = { 'aria-label': 'Close', 'data-autofocus': true }

/** The notices of this person, newest first. */
export function NoticesDrawer({ onClose }: { onClose: () => void }) {
  const reading = useQuery(gatewayQuery('noticeList', {}))
  const data = reading.data?.data
  const newest = data?.notices[0]
  const markAll = useMarkRead()
  return (
    <Drawer opened onClose={onClose} title="Notices" closeButtonProps={closeButton}>
      <div className="row wrap between mb-6">
        <span className="help num">
          {data &&
            (data.unread === 0
              ? 'All read'
              : plural(data.unread, '{count} unread', '{count} unread', { count: countUpTo(data.unread, maxCountedNotices) }))}
        </span>
        <span className="row wrap">
          {newest && data.unread > 0 && (
            <Button size="xs" loading={markAll.isPending} onClick={() => markAll.mutate({ upTo: newest.id })}>
              Mark all as read
            </Button>
          )}
          <PageLink to={to.notifications()} className="link fz-help" onClick={onClose}>
            Notification settings
          </PageLink>
        </span>
      </div>
      <Loaded what="The notices" reading={reading} loadingClass="">
        {({ notices }) =>
          notices.length === 0 ? (
            <EmptyState icon="bell" title="No notices">
              Waves, paused rules, modes, outside changes and similar events are listed here for 30 days.
            </EmptyState>
          ) : (
            <ul aria-label="Notices">
              {notices.map((notice) => (
                <NoticeItem key={notice.id} notice={notice} onClose={onClose} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Drawer>
  )
}

const useMarkRead = () =>
  useGatewayAction(
    'noticesMark',
    (send, body: { upTo: string } | { ids: string[] }) => send('noticesMark', { body }).finally(() => refreshGateway('noticeList')),
    { isBare: true },
  )

function NoticeItem({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { id, at, event, title, text, link, repeats, isRead } = notice
  const now = useNow()
  const mark = useMarkRead()
  const read = () => mark.mutate({ ids: [id] })
  return (
    <li className={`beside gap-12 overline ${classes.item}`} data-unread={!isRead || undefined}>
      <Icon name={eventIcons[event]} className={isRead ? 'quiet' : 'accent'} />
      <div className="grow">
        <p className={`outside ${isRead ? '' : 'medium'}`}>
          {!isRead && <span className="visually-hidden">Unread: </span>}
          {link === '' ? (
            title
          ) : (
            <PageLink
              to={localPath(link)}
              className="name-link"
              onClick={() => {
                if (!isRead) read()
                onClose()
              }}
            >
              {title}
            </PageLink>
          )}
        </p>
        {text !== '' && <p className="help outside">{text}</p>}
        <p className="meta">
          <Time at={at / 1000} words={ago(at / 1000, now)} />
          {repeats > 0 && plural(repeats, ', and {count} more time within the hour', ', and {count} more times within the hour')}
        </p>
      </div>
      {!isRead && (
        <Button size="xs" variant="subtle" aria-label={`Mark as read: ${title}`} loading={mark.isPending} onClick={read}>
          Mark as read
        </Button>
      )}
    </li>
  )
}
