import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { isSettingName } from '#contract/settings-derive.ts'
import { diagnose } from '#contract/settings-doctor.ts'
import { endpointQuery, queryClient, refresh } from '#dashboard/platform/api/query.ts'
import { reviewChat, withChanges } from '#dashboard/platform/changes/review/review-model.ts'
import { saveQuery } from '#dashboard/platform/changes/saved-chats.ts'
import { findingsOf } from '#dashboard/platform/chats/findings.ts'
import { jobs, prepareJobs } from '#dashboard/platform/jobs/job.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { to } from '#dashboard/platform/to.ts'
import { toast, toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { modKey, useModKey } from '#dashboard/ui/overlay/keys.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { KnownResult } from '#engine/changes/chat-result.ts'
import { discardEdits, type MatrixDrafts, setCells, writeNow } from './drafts.ts'
import type { CellValue, HeldSettings } from './edits.ts'
import { savedSettings } from './model/matrix-chat.ts'
import type { Matrix } from './use-matrix.ts'

const ReviewDialog = lazyPart(async () => (await import('#dashboard/platform/changes/review/ReviewDialog.tsx')).ReviewDialog)

/** The edits of all chats on their way to the service: the bar under the matrix, and the review. */
export function MatrixReview({ matrix: { all, drafts, context, view, onView } }: { matrix: Matrix }) {
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
            onFix={(chatId, changes) =>
              setCells(Object.entries(changes).flatMap(([name, value]) => (isSettingName(name) ? [{ chatId, name, value }] : [])))
            }
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

interface DraftBarProps {
  drafts: MatrixDrafts
  /** How many findings of the settings doctor the edits bring about. */
  newFindings: number
  onReview: () => void
}

/** How much is edited in all chats, and the way to its review. */
function DraftBar({ drafts: { edits, changes, isKept }, newFindings, onReview }: DraftBarProps) {
  useModKey('s', () => changes > 0 && onReview())
  const discard = () =>
    toast(plural(changes, '{count} change discarded', '{count} changes discarded'), { label: 'Undo', run: discardEdits() })
  return (
    <div className="rigid" data-bulk-bar data-holds-jobs>
      <JobsSlot at="phone" />
      {changes > 0 && (
        <section className="bottom-bar" aria-label="Unsaved changes">
          <p role="status">
            <b>{counted(changes, 'change')}</b> in {counted(edits.size, 'chat')}{' '}
            {isKept ? (
              <span className="help not-on-phones">kept in this browser</span>
            ) : (
              <span className="help warn">not kept: the storage of this browser is full</span>
            )}{' '}
            {newFindings > 0 && (
              <span className="inline-row fz-help warn">
                <Icon name="warning" size={14} /> {counted(newFindings, 'new suggestion')}
              </span>
            )}
          </p>
          <div className="bar-actions">
            <Button variant="subtle" tone="quiet" onClick={discard}>
              Discard
            </Button>
            <Button variant="filled" onClick={onReview} rightSection={<kbd>{modKey} S</kbd>}>
              Review
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}

/** Undoes a save of many chats: the earlier values become edits, and the review saves them as any others. */

/** The cells to set back. What somebody changed since is left alone. */
function undoCells(results: Iterable<KnownResult>, held: HeldSettings): { cells: CellValue[]; changedSince: number } {
  const cells: CellValue[] = []
  let changedSince = 0
  for (const { chatId, applied } of results)
    for (const [name, { before, after }] of Object.entries(applied)) {
      const now = isSettingName(name) ? held.get(chatId)?.[name] : undefined
      if (!isSettingName(name) || before === after || now === before) continue
      if (now === after) cells.push({ chatId, name, value: before })
      else changedSince++
    }
  return { cells, changedSince }
}

/** Makes edits of the earlier values; resolves to whether there are any. Reports by itself. */
async function prepareUndo(saveId: string, catalogue: Catalogue): Promise<boolean> {
  try {
    const save = await queryClient.fetchQuery({ ...saveQuery(saveId), staleTime: 0 })
    if (!save) {
      toastWarning('Nothing to undo here', 'What was saved then is not kept any more.')
      return false
    }
    const { data } = await queryClient.fetchQuery({ ...endpointQuery('chatList', {}), staleTime: 0 })
    const held = new Map(data.map((chat) => [chat.id, savedSettings(chat, catalogue)]))
    const { cells, changedSince } = undoCells(save.results.values(), held)
    setCells(cells, held)
    if (changedSince > 0)
      toastWarning(
        plural(changedSince, '{count} setting was changed since', '{count} settings were changed since'),
        'What someone changed after the save, or what is in a chat that is gone, stays as it is.',
      )
    else if (cells.length === 0) toast('Nothing to undo. The earlier values are already set.')
    return cells.length > 0
  } catch (error) {
    toastError('Nothing was undone', error)
    return false
  }
}
