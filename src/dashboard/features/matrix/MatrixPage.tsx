import { useMediaQuery } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { PlainIconButton } from '#dashboard/ui/form/PlainButton.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { PhoneMatrix } from './phone/PhoneMatrix.tsx'
import type { MakeLike } from './copy/MakeLikeDialog.tsx'
import { HeadActions } from './HeadActions.tsx'
import type { Cell } from './model/change.ts'
import { NothingShown } from './NothingShown.tsx'
import { Legend } from './Legend.tsx'
import { MatrixTable } from './MatrixTable.tsx'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { useMatrix } from './use-matrix.ts'
import { MatrixReview } from './review/MatrixReview.tsx'
import { useMatrixView } from './view.ts'

const MakeLikeDialog = lazyPart(async () => (await import('./copy/MakeLikeDialog.tsx')).MakeLikeDialog)

/** The settings of all chats side by side. */
export function MatrixPage() {
  const [view, changeView] = useMatrixView()
  const reading = useSuspenseQuery(endpointQuery('chatList', {}))
  const { onView } = useLatest({ onView: changeView })
  const matrix = useMatrix(view)
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const [hasTools, showTools] = useState(false)
  const [makeLike, setMakeLike] = useState<MakeLike | null>(null)
  const isFiltered = matrix.chats.length < matrix.all.length
  const isEmpty = matrix.names.length === 0 || matrix.chats.length === 0
  return (
    <div className="column fills-window" data-fills-window>
      <PageHead
        beside={<span className="help num not-on-phones">read {clock(reading.dataUpdatedAt)}</span>}
        actions={
          <>
            {isPhone && (
              <PlainIconButton aria-label="Search and filters" aria-expanded={hasTools} onClick={() => showTools(!hasTools)}>
                <Icon name="filter" size={20} />
              </PlainIconButton>
            )}
            <HeadActions
              matrix={matrix}
              onMakeLike={() => setMakeLike({ chatIds: isFiltered ? matrix.chats.map(({ id }) => id) : [], names: null })}
            />
          </>
        }
      />
      <StaleNotice what="The chats" reading={reading} />
      {(!isPhone || hasTools) && <Toolbar {...{ view, matrix, onView }} />}
      {isEmpty ? (
        <NothingShown {...{ view, matrix, onView }} />
      ) : isPhone ? (
        <PhoneMatrix {...{ view, matrix, onView }} />
      ) : (
        <MatrixTable {...{ view, matrix, onView }} onMakeLike={(cells) => setMakeLike(likeCells(cells))} />
      )}
      {!isPhone && !isEmpty && <Legend />}
      <MatrixReview all={matrix.all} drafts={matrix.drafts} context={matrix.context} view={view} onView={onView} />
      <Suspense fallback={<OverlayFallback />}>
        {makeLike && <MakeLikeDialog {...makeLike} chats={matrix.every} onClose={() => setMakeLike(null)} />}
      </Suspense>
    </div>
  )
}

/** The chats and the settings of selected cells. */
const likeCells = (cells: readonly Cell[]): MakeLike => ({
  chatIds: [...new Set(cells.map(({ chat }) => chat.id))],
  names: [...new Set(cells.map(({ name }) => name))],
})
