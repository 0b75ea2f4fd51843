import { Button } from '#dashboard/ui/form/Button.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { activeFilters, type ChatState, noFilters } from '#dashboard/platform/chats/filters/chat-filters.ts'
import { unusedAfterDays, usedLatelyDays } from '#dashboard/platform/chats/last-used.ts'
import type { Sort } from '#dashboard/ui/table/DataTable.tsx'
import { columnLabel } from './columns.tsx'
import type { ChatListView, ColumnKey } from './view.ts'
import { count, counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { OnDemandOverlay } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

/** Shown instead of the table: what would be in it, or why no chat passes. */
export function NoRows({
  view,
  hasChats,
  onChange,
}: {
  view: ChatListView
  hasChats: boolean
  onChange: (change: Partial<ChatListView>) => void
}) {
  const may = useMay()
  if (!hasChats && !may('chats.create'))
    return (
      <EmptyState icon="chats" title="No chats yet">
        The chats that you are given access to are listed here. Ask an Owner if one is missing.
      </EmptyState>
    )
  if (!hasChats)
    return (
      <EmptyState
        icon="chats"
        title="No chats yet"
        action={
          <Button variant="filled" icon="plus" onClick={() => onChange({ open: { drawer: 'new' } })}>
            New chat
          </Button>
        }
      >
        A chat has its own settings, messages, polls and banned addresses. Your chats are listed here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="search"
      title={titleOf(view)}
      action={<Button onClick={() => onChange({ search: '', ...noFilters })}>Show all chats</Button>}
    >
      {view.search === ''
        ? 'Remove a filter to see more chats.'
        : activeFilters(view).length > 0
          ? 'Filters are on as well. Names with accents match too.'
          : 'Names with accents match too.'}
    </EmptyState>
  )
}

const states: Record<ChatState, string> = {
  online: 'No chat is online',
  offline: 'No chat is offline',
  private: 'No chat is private',
  paid: 'No chat has paid entry',
  recent: `No chat was used in the last ${usedLatelyDays} days`,
  unused: `No chat is unused for ${unusedAfterDays} days`,
}

function titleOf(view: ChatListView): string {
  const { search, label, show, findings } = view
  if (search) return `Nothing matches “${search}”`
  if (activeFilters(view).length > 1) return 'No chat passes all filters'
  if (label !== null) return `No chat has the label “${label}”`
  if (show !== null) return states[show]
  if (findings !== null) return findings === '1' ? 'No chat has a setting worth a look' : 'No chat has this suggestion'
  return 'No chat passes this filter'
}

interface ListSummaryProps {
  counts: Counts
  sort: Sort
  /** The columns that do not fit. */
  hidden: readonly { label: string }[]
  onShow: () => void
}

/** The line under the table. */
export const ListSummary = ({ counts, sort, hidden, onShow }: ListSummaryProps) => (
  <>
    <span role="status">{summary(counts, sort)}</span>
    {hidden.length > 0 && (
      <span className="not-on-phones">
        {' · '}
        {plural(hidden.length, '{count} column is hidden at this width ({names})', '{count} columns are hidden at this width ({names})', {
          names: listed(hidden.map(({ label }) => label)),
        })}
        {' · '}
        <button type="button" className="link fz-help" onClick={onShow}>
          Show all
        </button>
      </span>
    )}
  </>
)

interface Counts {
  shown: number
  all: number
  pinned: number
  /** null: not stated. */
  limit: number | null
  used: number | null
}

/** Separate facts, each a text of its own. */
function summary({ shown, all, pinned, limit, used }: Counts, { key, descending }: Sort): string {
  const left = limit === null || used === null ? null : limit - used
  return [
    shown === all ? counted(all, 'chat') : `${count(shown)} of ${counted(all, 'chat')}`,
    pinned > 0 && `${count(pinned)} pinned`,
    sortWords(key, descending),
    left !== null && (left > 0 ? `room for ${count(left)} more on your plan` : 'no room left on your plan'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function sortWords(key: string, descending: boolean): string {
  const label = key === 'name' ? 'name' : columnLabel(key as ColumnKey).toLowerCase()
  if (key === 'lastUsed' || key === 'created') return descending ? `sorted by ${label}, newest first` : `sorted by ${label}, oldest first`
  return descending ? `sorted by ${label}, descending` : `sorted by ${label}`
}

const ViewsMenu = lazyPart(async () => (await import('./ViewsMenu.tsx')).ViewsMenu)

/** @param query the present view as in the address @param onOpen shows a saved one */
export function ViewsButton(props: { query: string; onOpen: (query: string) => void }) {
  const button = <Button size="xs">Views</Button>
  return (
    <OnDemandOverlay button={button}>{(onNotLoaded) => <ViewsMenu button={button} {...props} onNotLoaded={onNotLoaded} />}</OnDemandOverlay>
  )
}
