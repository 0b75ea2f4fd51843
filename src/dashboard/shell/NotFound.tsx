import { Button } from '@mantine/core'
import { Nothing } from '../ui/notes.tsx'
import { PageHead } from '../ui/Page.tsx'
import { PageLink } from '../ui/PageLink.tsx'
import { to } from '../to.ts'

export function NotFound() {
  return (
    <>
      <PageHead title="Not found" />
      <Nothing
        icon="search"
        title="There is no such page, or it is not yours"
        act={
          <Button component={PageLink} to={to.chats()}>
            All chats
          </Button>
        }
      >
        The chat may have been deleted, or the link was cut.
      </Nothing>
    </>
  )
}
