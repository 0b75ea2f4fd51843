import { type LoaderFunctionArgs, redirect, useLocation } from 'react-router-dom'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { LinkButton } from '#dashboard/ui/form/Button.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { movedTo } from './moved.ts'

/** Leads on from an address that earlier releases used. */
export async function loader({ request }: LoaderFunctionArgs) {
  const now = movedTo(new URL(request.url))
  return now === null ? null : redirect(now)
}

export { NotFound as Component }
function NotFound() {
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
