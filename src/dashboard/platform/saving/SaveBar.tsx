import { Button } from '#dashboard/ui/form/Button.tsx'
import { Suspense, type ReactNode } from 'react'
import { serviceName } from '#contract/provider-names.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { modKey } from '#dashboard/ui/overlay/keys.tsx'
import type { Fields } from '#engine/saving/three-way.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import type { NotKeptDialogProps } from './OpenedSaveDialogs.tsx'
import { SaveNotes } from './change-notes.tsx'
import classes from './saving.module.css'
import { type EditedForm, useFromForm } from './use-edited-form.ts'
import type { Saving } from './use-saving.ts'
import { ago, useNow } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'

interface SaveBarProps<T extends Fields> {
  saving: Saving<T>
  /** `bottom` of a page that is longer than the screen; it holds the notes on the last save too. `head` of a short page, which has them in its column. */
  at: 'head' | 'bottom'
  onReview?: () => void
  /** Replaces where the changes are kept, such as whom they affect. */
  note?: ReactNode
  /** In a drawer or a dialog, where Mod+S does nothing. */
  hasNoKey?: boolean
}

export function SaveBar<T extends Fields>({ saving, at, onReview, note = 'kept in this browser', hasNoKey }: SaveBarProps<T>) {
  const { form, busy } = saving
  const edited = useFromForm(form, () => saving.editedNames().length)
  const problem = useFromForm(form, saving.problem)
  const isBottom = at === 'bottom'
  if (edited === 0)
    return (
      isBottom &&
      saving.unchecked && (
        <section className={`bottom-bar ${classes.bar}`} aria-label="Last save">
          <SaveNotes saving={saving} />
        </section>
      )
    )
  const discard = () =>
    confirm({
      title: plural(edited, 'Discard {count} change?', 'Discard {count} changes?'),
      body: `The values on this page go back to what ${serviceName()} holds.`,
      confirmLabel: 'Discard',
      danger: true,
      run: async () => saving.discard(),
    })
  return (
    <section className={isBottom ? `bottom-bar ${classes.bar}` : 'row'} aria-label="Unsaved changes">
      {isBottom && <SaveNotes saving={saving} />}
      <p className={isBottom ? 'help' : 'help not-on-phones'} role="status">
        <b className="ink">{counted(edited, 'change')}</b> {note}
      </p>
      {problem !== null && (
        <Button
          className={isBottom ? '' : 'not-on-phones'}
          variant="subtle"
          size="xs"
          tone="danger"
          onClick={() => saving.showProblem(problem)}
        >
          Go to the invalid value
        </Button>
      )}
      <div className={`beside push ${classes.actions}`}>
        <Button variant="subtle" tone="quiet" disabled={busy} onClick={discard}>
          Discard
        </Button>
        {onReview && (
          <Button disabled={busy} onClick={onReview}>
            Review
          </Button>
        )}
        <Button variant="filled" loading={busy} onClick={() => saving.save()} rightSection={!hasNoKey && <kbd>{modKey} S</kbd>}>
          Save
        </Button>
      </div>
    </section>
  )
}

export function DraftOffer<T extends Fields>({ draft: { offered, restore, drop } }: Pick<EditedForm<T>, 'draft'>) {
  const now = useNow()
  if (!offered) return null
  return (
    <section className={classes.offer} aria-label="Kept edits">
      <Icon className="quiet" name="clock" />
      <span className="grow">
        <b>{counted(Object.keys(offered.changes).length, 'edit is', 'edits are')} kept in this browser</b>, from{' '}
        {ago(offered.at / 1000, now)}.
      </span>
      <Button size="xs" onClick={restore}>
        Restore
      </Button>
      <Button size="xs" variant="subtle" tone="quiet" onClick={drop}>
        Discard
      </Button>
    </section>
  )
}

// A component that is fetched later has no type parameters.
const Opened = lazyPart(async () => (await import('./OpenedSaveDialogs.tsx')).OpenedSaveDialogs) as <T extends Fields>(
  props: NotKeptDialogProps<T> & { onNotLoaded: () => void },
) => ReactNode

/** What a save asks and reports in dialogs: conflicts, and what was not kept. */
export function SaveDialogs<T extends Fields>(props: NotKeptDialogProps<T>) {
  const { conflicts, notKept, dismiss } = props.saving
  if (!conflicts && notKept.length === 0) return null
  const notLoaded = () => {
    conflicts?.answer(null)
    dismiss()
  }
  return (
    <Suspense fallback={<OverlayFallback />}>
      <Opened {...props} onNotLoaded={notLoaded} />
    </Suspense>
  )
}
