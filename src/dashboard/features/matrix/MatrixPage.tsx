import { useSuspenseQuery } from '@tanstack/react-query'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { NothingShown } from './NothingShown.tsx'
import { Legend } from './Legend.tsx'
import { MatrixTable } from './MatrixTable.tsx'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { useMatrix } from './use-matrix.ts'
import { useMatrixView } from './view.ts'

/** The settings of all chats side by side. */
export function MatrixPage() {
  const reading = useSuspenseQuery(endpointQuery('chatList', {}))
  const [view, changeView] = useMatrixView()
  const { onView } = useLatest({ onView: changeView })
  const matrix = useMatrix(view)
  const isEmpty = matrix.names.length === 0 || matrix.chats.length === 0
  return (
    <div className="column fills-window" data-fills-window>
      <PageHead beside={<span className="help num">read {clock(reading.dataUpdatedAt)}</span>} />
      <StaleNotice what="The chats" reading={reading} />
      <Toolbar {...{ view, matrix, onView }} />
      {isEmpty ? <NothingShown {...{ view, matrix, onView }} /> : <MatrixTable {...{ view, matrix, onView }} />}
      <Legend />
    </div>
  )
}
