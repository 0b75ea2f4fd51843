import { Button } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { EmptyState, RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { stuckCause } from '#engine/jobs/read-pages.ts'
import type { MessageScreen } from '../use-message-screen.ts'
import type { MessageListView } from '../view.ts'
import classes from './list.module.css'

const noFilters = {
  text: '',
  isRegexp: false,
  author: null,
  hasLink: false,
  repeated: false,
  byRules: false,
  remaining: null,
} satisfies Partial<MessageListView>

const stuckText = () => `${stuckCause()}, so older messages can’t be read.`

/** The end of the list: a button to load more, the end of the range, or an error. */
export function ListFoot({ screen }: { screen: MessageScreen }) {
  const { reading, isStuck, loaded, view, change, onLoadAll } = screen
  const { isFiltered, searching, list } = screen.shown
  const may = useMay()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error } = reading
  const busy = (
    <div className={classes.foot} role="status">
      Loading older messages…
    </div>
  )
  if (screen.isLoadingAll) return busy
  if (isFetchNextPageError)
    return (
      <div className={classes.foot} role="alert">
        <Icon name="error" className="bad" /> Older messages could not be loaded. {readErrorMessage(error).advice}
        <RetryButton retry={fetchNextPage} />
      </div>
    )
  if (isFetchingNextPage) return busy
  if (list.length === 0 && isFiltered)
    return searching ? (
      <div className={classes.foot} role="status">
        Searching…
      </div>
    ) : (
      <EmptyState
        icon="search"
        title="No loaded message matches"
        action={
          <div className="beside">
            <Button size="xs" onClick={() => change(noFilters)}>
              Clear the filters
            </Button>
            {onLoadAll && (
              <Button size="xs" onClick={onLoadAll}>
                Load all in this range
              </Button>
            )}
          </div>
        }
      >
        {isStuck ? stuckText() : hasNextPage ? 'Older messages are not loaded yet.' : 'All messages of this range are loaded.'}
      </EmptyState>
    )
  if (isStuck)
    return (
      <div className={classes.foot} role="alert">
        <Icon name="error" className="bad" /> {stuckText()}
      </div>
    )
  if (loaded.list.length === 0)
    return (
      <EmptyState
        icon="messages"
        title="No messages here"
        action={
          view.range === 'all' ? (
            may('messages.write') && (
              <Button size="xs" onClick={() => change({ open: 'post' })}>
                Post a message
              </Button>
            )
          ) : (
            <Button size="xs" onClick={() => change({ range: 'all' })}>
              Show all times
            </Button>
          )
        }
      >
        {view.range === 'all' ? 'Messages in this chat appear here, newest first.' : 'No messages in this period.'}
      </EmptyState>
    )
  if (!hasNextPage)
    return (
      <div className={classes.foot}>{view.range === 'all' ? 'The first message of this chat.' : 'No older messages in this period.'}</div>
    )
  return (
    <div className={classes.foot}>
      <Button size="xs" onClick={() => void fetchNextPage()}>
        Load older messages
      </Button>
    </div>
  )
}
