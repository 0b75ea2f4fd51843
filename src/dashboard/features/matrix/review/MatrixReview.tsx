import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { diagnose } from '#contract/settings-doctor.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import { findingsOf } from '#dashboard/platform/chats/findings.ts'
import { jobs, prepareJobs } from '#dashboard/platform/jobs/job.ts'
import { to } from '#dashboard/platform/to.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { writeNow, type MatrixDrafts } from '../drafts.ts'
import type { CellContext } from '../model/cell.ts'
import { savedSettings } from '../model/matrix-chat.ts'
import type { MatrixView } from '../view.ts'
import { saveQuery } from '#dashboard/platform/changes/saved-chats.ts'
import { DraftBar } from './DraftBar.tsx'
import { prepareUndo } from './prepare-undo.ts'
import { reviewChat, withChanges } from './review-model.ts'

const ReviewDialog = lazyPart(async () => (await import('./ReviewDialog.tsx')).ReviewDialog)

interface MatrixReviewProps {
  all: readonly Chat[]
  drafts: MatrixDrafts
  context: CellContext
  view: MatrixView
  onView: (change: Partial<MatrixView>) => void
}

/** The edits of all chats on their way to the service: the bar under the matrix, and the review. */
export function MatrixReview({ all, drafts, context, view, onView }: MatrixReviewProps) {
  const { catalogue, currency } = context
  const go = useNavigate()
  // What is saved stops being an edit while the job goes on.
  const running = jobs.use().find(({ kind, phase, isOwn }) => kind === 'settings-of-chats' && phase === 'running' && isOwn)
  useQuery({ ...saveQuery(running?.id ?? ''), enabled: running !== undefined })
  const { edits } = drafts
  const edited = useMemo(
    () =>
      all.flatMap((chat) => {
        const of = edits.get(chat.id)
        return of ? [reviewChat(savedSettings(chat, catalogue), of)] : []
      }),
    [all, edits, catalogue],
  )
  // Judged a moment later: a row of thousands of chats is edited at once.
  const judged = useDeferredValue(edited)
  const newFindings = useMemo(
    () =>
      judged.reduce((sum, { chat, changes }) => {
        const before = new Set(findingsOf(chat, currency, catalogue).map(({ rule }) => rule))
        return sum + diagnose(withChanges(chat, changes), { currency }).filter(({ rule }) => !before.has(rule)).length
      }, 0),
    [judged, currency, catalogue],
  )

  const onOpened = useEffectEvent(() => {
    prepareJobs()
    // What somebody else changed meanwhile is shown before anything is sent.
    void refresh('chatList')
  })
  const isOpen = view.review && edited.length > 0
  useEffect(() => {
    if (isOpen) onOpened()
  }, [isOpen])
  const undo = useEffectEvent(async (saveId: string) => onView({ undo: null, review: await prepareUndo(saveId, catalogue) }))
  useEffect(() => {
    if (view.undo !== null) void undo(view.undo)
  }, [view.undo])
  // Without edits there is nothing to review, now or with the next edit.
  const isEmpty = view.review && !isOpen
  const close = useEffectEvent(() => onView({ review: false }))
  useEffect(() => {
    if (isEmpty) close()
  }, [isEmpty])

  return (
    <>
      <DraftBar drafts={drafts} newFindings={newFindings} onReview={() => onView({ review: true })} />
      <Suspense fallback={<OverlayFallback />}>
        {isOpen && (
          <ReviewDialog
            chats={edited}
            others={all.length - edited.length}
            currency={currency}
            catalogue={catalogue}
            onClose={() => onView({ review: false })}
            onSave={async (orders) => {
              writeNow()
              // Its code is fetched with the first save.
              const { startSave } = await import('#dashboard/platform/changes/settings-job.ts')
              const save = await startSave(orders)
              onView({ review: false })
              void go(to.change(save))
            }}
          />
        )}
      </Suspense>
    </>
  )
}
