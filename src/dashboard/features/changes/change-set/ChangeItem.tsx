import { useQuery } from '@tanstack/react-query'
import { type Save, saveQuery } from '#dashboard/platform/changes/saved-chats.ts'
import { to } from '#dashboard/platform/to.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { ChangeResult, useChangeRows } from './ChangeResult.tsx'

/** What a person has to decide about a change. @param id of its job */
export function ChangeItem({ id }: { id: string }) {
  const reading = useQuery(saveQuery(id))
  return (
    <>
      {reading.isError ? <LoadError what="The change" reading={reading} /> : reading.data ? <Open save={reading.data} /> : <p>Reading…</p>}
      <PageLink className="link fz-help" to={to.change(id)}>
        The whole change
      </PageLink>
    </>
  )
}

const Open = ({ save }: { save: Save }) => <ChangeResult save={save} byState={useChangeRows(save).byState} isOpenOnly />
