import { Button } from '#dashboard/ui/form/Button.tsx'
import type { ReactNode } from 'react'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { EmptyState, RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { stuckCause } from '#engine/jobs/read-pages.ts'
import type { MessageScreen } from '../use-message-screen.ts'
import type { MessageListView } from '../use-shown-messages.ts'

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
  const isEverything = view.range === 'all'
  const busy = <Foot role="status">Loading older messages…</Foot>
  if (screen.isLoadingAll) return busy
  if (isFetchNextPageError)
    return (
      <Foot role="alert">
        <Icon name="error" className="bad" /> Older messages could not be loaded. {readErrorMessage(error).advice}
        <RetryButton retry={fetchNextPage} />
      </Foot>
    )
  if (isFetchingNextPage) return busy
  if (list.length === 0 && isFiltered && searching) return <Foot role="status">Searching…</Foot>
  if (list.length === 0 && isFiltered)
    return (
      <EmptyState
        icon="search"
        title="No loaded message matches"
        action={
          <div className="beside">
            <Act onClick={() => change(noFilters)}>Clear the filters</Act>
            {onLoadAll && <Act onClick={onLoadAll}>Load all in this range</Act>}
          </div>
        }
      >
        {isStuck ? stuckText() : hasNextPage ? 'Older messages are not loaded yet.' : 'All messages of this range are loaded.'}
      </EmptyState>
    )
  if (isStuck)
    return (
      <Foot role="alert">
        <Icon name="error" className="bad" /> {stuckText()}
      </Foot>
    )
  if (loaded.list.length === 0)
    return (
      <EmptyState
        icon="messages"
        title="No messages here"
        action={
          isEverything ? (
            may('messages.write') && <Act onClick={() => change({ open: 'post' })}>Post a message</Act>
          ) : (
            <Act onClick={() => change({ range: 'all' })}>Show all times</Act>
          )
        }
      >
        {isEverything ? 'Messages in this chat appear here, newest first.' : 'No messages in this period.'}
      </EmptyState>
    )
  if (!hasNextPage) return <Foot>{isEverything ? 'The first message of this chat.' : 'No older messages in this period.'}</Foot>
  return (
    <Foot>
      <Act onClick={() => void fetchNextPage()}>Load older messages</Act>
    </Foot>
  )
}

const Foot = ({ role, children }: { role?: 'status' | 'alert'; children: ReactNode }) => (
  <div className="help row overline panel" role={role}>
    {children}
  </div>
)

const Act = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button size="xs" onClick={onClick}>
    {children}
  </Button>
)
