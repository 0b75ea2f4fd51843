import { settingNames } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { LinkButton, PlainButton } from '#dashboard/ui/form/PlainButton.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { allChats, type MatrixView } from './view.ts'
import type { Matrix } from './use-matrix.ts'
import { chatTitle } from '#contract/chat-title.ts'

interface NothingShownProps {
  view: MatrixView
  matrix: Matrix
  onView: (change: Partial<MatrixView>) => void
}

/** In place of a table without rows or columns: why, and what would show some. */
export function NothingShown({ view, matrix, onView }: NothingShownProps) {
  const { all, chats } = matrix
  const [only] = all
  const showAll = <PlainButton onClick={() => onView({ search: '', rows: 'all' })}>Show all {settingNames.length} settings</PlainButton>
  if (!only)
    return (
      <EmptyState icon="columns" title="No chats yet" action={<LinkButton to={to.chats({ open: 'new' })}>New chat</LinkButton>}>
        Create a chat to compare its settings.
      </EmptyState>
    )
  if (chats.length === 0)
    return (
      <EmptyState icon="search" title="No chat matches" action={<PlainButton onClick={() => onView(allChats)}>Show all chats</PlainButton>}>
        No chat matches the filters.
      </EmptyState>
    )
  if (view.search)
    return (
      <EmptyState icon="search" title={`Nothing matches “${view.search}”`} action={showAll}>
        The search covers names, help texts, API fields and synonyms.
      </EmptyState>
    )
  if (view.rows === 'differ' && all.length === 1)
    return (
      <EmptyState icon="columns" title="Only one chat" action={<LinkButton to={to.settings(only.id)}>Open its settings</LinkButton>}>
        There is nothing to compare {chatTitle(only)} with.
      </EmptyState>
    )
  if (view.rows === 'differ')
    return (
      <EmptyState icon="done" title={plural(chats.length, 'No differences', 'All {count} chats agree')} action={showAll}>
        {plural(chats.length, 'Every setting has one value.', 'Every setting has the same value in all {shown} chats.', {
          shown: count(chats.length),
        })}
      </EmptyState>
    )
  return (
    <EmptyState icon="done" title={view.rows === 'findings' ? 'No findings' : 'Everything is at its default'} action={showAll}>
      No setting of these chats passes the filter.
    </EmptyState>
  )
}
