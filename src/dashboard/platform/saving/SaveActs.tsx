import { Button, Kbd } from '@mantine/core'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { modKey } from '#dashboard/ui/overlay/keys.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import classes from './SaveActs.module.css'

interface SaveActsProps {
  /** How many fields are edited. */
  edits: number
  busy: boolean
  /** Why it cannot be saved as it is. */
  problem: string | undefined
  onSave: () => void
  onDiscard: () => void
}

/** In the head of a page that is a form: how much is edited, and what can be done with it. */
export function SaveActs({ edits, busy, problem, onSave, onDiscard }: SaveActsProps) {
  if (edits === 0) return null
  const notNow = problem ? { 'data-disabled': true, 'aria-disabled': true } : {}
  return (
    <section className="row" aria-label="Unsaved changes">
      <p className={classes.words} role="status">
        {problem ?? (
          <>
            <b className="ink">{counted(edits, 'change')}</b> kept in this browser
          </>
        )}
      </p>
      <Button
        variant="subtle"
        c="dimmed"
        disabled={busy}
        onClick={() =>
          confirm({
            title: `Discard ${counted(edits, 'change')}?`,
            body: 'The form goes back to what the service holds.',
            confirmLabel: 'Discard',
            danger: true,
            run: async () => onDiscard(),
          })
        }
      >
        Discard
      </Button>
      <Button variant="filled" loading={busy} onClick={onSave} rightSection={<Kbd>{modKey} S</Kbd>} {...notNow}>
        Save
      </Button>
    </section>
  )
}
