import { useLocation } from 'react-router-dom'
import { LinkButton } from '#dashboard/ui/form/PlainButton.tsx'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { to } from '#dashboard/platform/to.ts'

export function NotFound() {
  const isInChat = useLocation().pathname.startsWith('/chats/')
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState
        icon="search"
        title="This page does not exist, or you do not have access to it"
        action={<LinkButton to={to.chats()}>All chats</LinkButton>}
      >
        {isInChat ? 'The chat may have been deleted, or the link is incomplete.' : 'The link may be incomplete, or from another version.'}
      </EmptyState>
    </>
  )
}
