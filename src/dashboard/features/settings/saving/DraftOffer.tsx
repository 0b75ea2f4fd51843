import { Button } from '@mantine/core'
import type { Draft } from '#dashboard/platform/saving/settings-draft.ts'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { ago, useNow } from '#dashboard/ui/format/time.tsx'
import classes from './DraftOffer.module.css'

/** Edits of an earlier visit, offered back with their age. */
export function DraftOffer({ draft, onRestore, onDrop }: { draft: Draft; onRestore: () => void; onDrop: () => void }) {
  const now = useNow()
  return (
    <section className={classes.offer} aria-label="Kept edits">
      <Icon className="quiet" name="clock" />
      <span className="grow">
        <b>{counted(Object.keys(draft.changes).length, 'edit is', 'edits are')} kept in this browser</b>, from {ago(draft.at / 1000, now)}.
      </span>
      <Button size="xs" onClick={onRestore}>
        Restore
      </Button>
      <Button size="xs" variant="subtle" c="dimmed" onClick={onDrop}>
        Discard
      </Button>
    </section>
  )
}
