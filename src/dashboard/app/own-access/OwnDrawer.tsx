import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PersonDetails } from '#contract/workspace/people.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'

interface OwnDrawerProps {
  title: string
  onClose: () => void
  children: (me: PersonDetails) => ReactNode
}

/** A drawer with what the gateway knows of the signed-in person. */
export function OwnDrawer({ title, onClose, children }: OwnDrawerProps) {
  const reading = useQuery(workspaceQuery('meRead', {}))
  return (
    <Drawer opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {reading.data ? (
        <>
          <StaleNotice what="This list" reading={reading} />
          {children(reading.data.data)}
        </>
      ) : reading.isError ? (
        <LoadError what="This list" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
      ) : (
        <Loading what="this list" className="" />
      )}
    </Drawer>
  )
}
