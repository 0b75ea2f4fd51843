import { Button } from '#dashboard/ui/form/Button.tsx'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useBlocker } from 'react-router-dom'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { BarDrawer, barDrawer } from '#dashboard/ui/overlay/BarDrawer.tsx'
import { errorAboveForm, errorsOntoFields } from '#dashboard/ui/form/form-errors.tsx'
import { modKey } from '#dashboard/ui/overlay/keys.tsx'
import { NotSaved } from './change-notes.tsx'
import { useOpenWork } from './open-work.ts'

interface FormDrawerProps<In extends FieldValues, Context, Out> {
  title: string
  onClose: () => void
  /** Left out where the content keeps what is typed. */
  form?: UseFormReturn<In, Context, Out>
  /** What submitting starts, where it takes time. Its errors that belong to a field stand there, the others above the form. */
  action?: { isPending: boolean; error: unknown }
  onSubmit: (event: FormEvent) => void | Promise<void>
  submit: string
  /** A second, quieter submit button before the filled one. Enter in a field presses it. */
  first?: { submit: string; onSubmit: (event: FormEvent) => void | Promise<void> }
  /** Why it cannot be submitted yet, for a moment: shown beside the button. */
  notYet?: string
  /** Mod+Enter submits from any field: for forms whose main field takes Enter as a new line. */
  byModEnter?: boolean
  /** The title of a failure: "Not saved" where left out. */
  failed?: string
  /** Whether something was typed that closing would lose: as the form says where left out. */
  edited?: boolean
  children: ReactNode
}

const atOnce = { isPending: false, error: null }

/** A form at the right edge. Asks before it or the page is left over edits; keeps them when the service refuses. */
export function FormDrawer<In extends FieldValues, Context, Out>({
  title,
  onClose,
  form,
  action: { isPending: saving, error } = atOnce,
  onSubmit,
  submit,
  first,
  notYet,
  byModEnter = false,
  failed = 'Not saved',
  edited = form?.formState.isDirty ?? false,
  children,
}: FormDrawerProps<In, Context, Out>) {
  useEffect(() => form && errorsOntoFields(form, error), [form, error])
  const [tookFirst, setTookFirst] = useState(false)
  useOpenWork(edited ? title : null)

  const mayLeave = useRef(false)
  const askFirst = (leave: () => void) =>
    confirm({
      title: 'Leave without saving?',
      body: 'What you typed here will be lost.',
      confirmLabel: 'Leave',
      danger: true,
      run: async () => {
        mayLeave.current = true
        leave()
      },
    })
  // Back, a link or the palette: a save under way goes on without the drawer.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation, historyAction }) =>
      edited &&
      !saving &&
      !mayLeave.current &&
      // Not where the page itself closes the drawer because its work is done, which leaves the page where it is.
      !(historyAction === 'REPLACE' && nextLocation.pathname === from.pathname),
  )
  const onBlocked = useEffectEvent(askFirst)
  useEffect(() => {
    if (blocker.state === 'blocked') onBlocked(blocker.proceed)
  }, [blocker])

  function close() {
    if (saving) return
    if (edited) askFirst(onClose)
    else onClose()
  }

  function submitBy(event: FormEvent) {
    const { submitter } = event.nativeEvent as SubmitEvent
    const byFirst = first !== undefined && submitter instanceof HTMLButtonElement && submitter.value === 'first'
    // Enter pressed again while it is under way would do it twice.
    if (saving || notYet) return event.preventDefault()
    setTookFirst(byFirst)
    void (byFirst ? first.onSubmit : onSubmit)(event)
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (!byModEnter || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <BarDrawer title={title} onClose={close}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second key for what its button does */}
      <form className={barDrawer.column} onSubmit={submitBy} onKeyDown={onKeyDown} noValidate>
        <div className={barDrawer.fields}>
          <NotSaved error={form ? errorAboveForm(form, error) : error} title={`${failed}.`} />
          {children}
        </div>
        <footer className={barDrawer.bar}>
          <Button variant="subtle" tone="quiet" onClick={close} disabled={saving}>
            Cancel
          </Button>
          {notYet && (
            <span className="quiet fz-help push" role="status">
              {notYet}
            </span>
          )}
          {first && (
            <Button type="submit" value="first" loading={saving && tookFirst} disabled={saving && !tookFirst} className="push">
              {first.submit}
            </Button>
          )}
          <Button
            type="submit"
            variant="filled"
            loading={saving && !tookFirst}
            disabled={saving && tookFirst}
            blocked={notYet}
            className={first || notYet ? undefined : 'push'}
            {...(byModEnter && {
              rightSection: <kbd aria-hidden>{modKey} Enter</kbd>,
              'aria-keyshortcuts': 'Control+Enter Meta+Enter',
            })}
          >
            {submit}
          </Button>
        </footer>
      </form>
    </BarDrawer>
  )
}
