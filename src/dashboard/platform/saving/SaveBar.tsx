import { Button } from '#dashboard/ui/form/Button.tsx'
import { Suspense, useMemo, type ReactNode } from 'react'
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
import { type EditedForm, useFromForms } from './use-edited-form.ts'
import type { Saving } from './use-saving.ts'
import { ago, useNow } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'

/** A form as far as its save bar shows it. */
export type SavePart = Pick<
  Saving<Fields>,
  'what' | 'form' | 'busy' | 'error' | 'unchecked' | 'editedNames' | 'problem' | 'showProblem' | 'discard' | 'checkAgain'
>

interface SaveBarProps<T extends Fields> {
  saving: Saving<T>
  /** Another form of the page, which is saved with it by `onSave`. */
  also?: SavePart | null
  /** Replaces saving the form. */
  onSave?: () => void
  /** `bottom` of a page that is longer than the screen; it holds the notes on the last save too. `head` of a short page, which has them in its column. */
  at: 'head' | 'bottom'
  onReview?: () => void
  /** Replaces where the changes are kept, such as whom they affect. */
  note?: ReactNode
  /** In a drawer or a dialog, where Mod+S does nothing. */
  hasNoKey?: boolean
}

export function SaveBar<T extends Fields>(props: SaveBarProps<T>) {
  const { saving, also = null, onSave = () => saving.save(), at, onReview, note = 'kept in this browser', hasNoKey } = props
  // Names of fields matter to the form alone, which made these functions.
  const first = saving as unknown as SavePart
  const parts = also ? [first, also] : [first]
  const alsoForm = also?.form
  const forms = useMemo(() => (alsoForm ? [first.form, alsoForm] : [first.form]), [first.form, alsoForm])
  const busy = parts.some((part) => part.busy)
  const edited = useFromForms(forms, () => parts.reduce((sum, part) => sum + part.editedNames().length, 0))
  const wrong = useFromForms(forms, () => parts.findIndex((part) => part.problem() !== null))
  const isBottom = at === 'bottom'
  const notes = isBottom && parts.map((part) => <SaveNotes key={part.what} saving={part} isNamed={also !== null} />)
  if (edited === 0)
    return (
      isBottom &&
      parts.some(({ unchecked }) => unchecked) && (
        <section className={`bottom-bar ${classes.bar}`} aria-label="Last save">
          {notes}
        </section>
      )
    )
  const discard = () =>
    confirm({
      title: plural(edited, 'Discard {count} change?', 'Discard {count} changes?'),
      body: `The values on this page go back to what ${serviceName()} holds.`,
      confirmLabel: 'Discard',
      danger: true,
      run: async () => parts.forEach((part) => part.discard()),
    })
  const showProblem = ({ problem, showProblem: show }: SavePart) => {
    const name = problem()
    if (name !== null) show(name)
  }
  return (
    <section className={isBottom ? `bottom-bar ${classes.bar}` : 'row'} aria-label="Unsaved changes">
      {notes}
      <p className={isBottom ? 'help' : 'help not-on-phones'} role="status">
        <b className="ink">{counted(edited, 'change')}</b> {note}
      </p>
      {wrong >= 0 && (
        <Button
          className={isBottom ? '' : 'not-on-phones'}
          variant="subtle"
          size="xs"
          tone="danger"
          onClick={() => showProblem(parts[wrong]!)}
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
        <Button variant="filled" loading={busy} onClick={onSave} rightSection={!hasNoKey && <kbd>{modKey} S</kbd>}>
          Save
        </Button>
      </div>
    </section>
  )
}

type DraftOfForm = EditedForm<Fields>['draft']

/** @param also the draft of another form of the page, restored and discarded together */
export function DraftOffer({ draft, also }: { draft: DraftOfForm; also?: DraftOfForm | undefined }) {
  const now = useNow()
  const drafts = also ? [draft, also] : [draft]
  const offered = drafts.flatMap((one) => one.offered ?? [])
  if (offered.length === 0) return null
  const edits = offered.reduce((sum, { changes }) => sum + Object.keys(changes).length, 0)
  const last = Math.max(...offered.map(({ at }) => at))
  return (
    <section className={classes.offer} aria-label="Kept edits">
      <Icon className="quiet" name="clock" />
      <span className="grow">
        <b>{counted(edits, 'edit is', 'edits are')} kept in this browser</b>, from {ago(last / 1000, now)}.
      </span>
      <Button size="xs" onClick={() => drafts.forEach(({ restore }) => restore())}>
        Restore
      </Button>
      <Button size="xs" variant="subtle" tone="quiet" onClick={() => drafts.forEach(({ drop }) => drop())}>
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
