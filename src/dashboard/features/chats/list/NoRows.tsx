import { Button } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { filters, type ChatListView, type Filter } from './view.ts'
import { unusedAfterDays } from '#dashboard/platform/chats/last-used.ts'

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
          <Button variant="filled" leftSection={<Icon name="plus" size={14} />} onClick={() => onChange({ open: { drawer: 'new' } })}>
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
      action={<Button onClick={() => onChange({ search: '', show: 'all', findings: null, label: null })}>Show all chats</Button>}
    >
      {view.show === 'all'
        ? 'Names with accents match too.'
        : `The filter “${filters[view.show].label}” is on. Names with accents match too.`}
    </EmptyState>
  )
}

const titles: Record<Filter, string> = {
  all: 'No chat has this finding',
  offline: 'No chat is offline',
  private: 'No chat is private',
  paid: 'No chat has paid entry',
  unused: `No chat is unused for ${unusedAfterDays} days`,
}

function titleOf({ search, show, findings, label }: ChatListView): string {
  if (label !== null && !search && show === 'all' && findings === null) return `No chat has the label “${label}”`
  if (search) return `Nothing matches “${search}”`
  if (show === 'all' && (findings === null || findings === '1')) return 'No chat has a setting worth a look'
  return titles[show]
}
