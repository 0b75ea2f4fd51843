import { Button, Kbd } from '@mantine/core'
import type { Unchecked } from '#dashboard/platform/saving/save-settings.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { modKey } from '#dashboard/ui/overlay/keys.tsx'
import { NotCheckedNote, NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import classes from './SaveBar.module.css'
import { editedNames, useFirstProblem, useFromValues, useStore } from '../form/store.ts'

interface SaveBarProps {
  saving: boolean
  error: unknown
  /** The last save, where nobody knows what the service made of it. */
  unchecked: Unchecked | null
  onCheck: () => void
  onSave: () => void
  onReview: () => void
  onDiscard: () => void
}

/** At the bottom while something is edited: how much, and what can be done with it. */
export function SaveBar({ saving, error, unchecked, onCheck, onSave, onReview, onDiscard }: SaveBarProps) {
  const { form, base, goTo } = useStore()
  const edited = useFromValues(form, (values) => editedNames(base, values).length)
  const problem = useFirstProblem(form)
  const note = unchecked && (
    <div className="full">
      <NotCheckedNote save={unchecked} busy={saving} onCheck={onCheck} />
    </div>
  )
  if (edited === 0)
    return (
      note && (
        <section className={classes.bar} aria-label="The last save">
          {note}
        </section>
      )
    )
  return (
    <section className={classes.bar} aria-label="Unsaved changes">
      {note}
      {error !== null && (
        <div className="full">
          <NotSaved error={error} kept="Your edits are kept." />
        </div>
      )}
      <p className={classes.count} role="status">
        <b>{counted(edited, 'change')}</b> <span>kept in this browser</span>
      </p>
      {problem !== null && (
        <Button variant="subtle" size="xs" c="red" onClick={() => goTo(problem)}>
          Go to the invalid value
        </Button>
      )}
      <div className={classes.acts}>
        <Button
          variant="subtle"
          c="dimmed"
          disabled={saving}
          onClick={() =>
            confirm({
              title: `Discard ${counted(edited, 'change')}?`,
              body: 'The settings on this page go back to what the service holds.',
              confirmLabel: 'Discard',
              danger: true,
              run: async () => onDiscard(),
            })
          }
        >
          Discard
        </Button>
        <Button disabled={saving} onClick={onReview}>
          Review
        </Button>
        <Button variant="filled" loading={saving} onClick={onSave} rightSection={<Kbd>{modKey} S</Kbd>}>
          Save
        </Button>
      </div>
    </section>
  )
}
