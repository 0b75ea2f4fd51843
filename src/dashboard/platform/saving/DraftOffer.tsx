import { Button } from '@mantine/core'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { ago, useNow } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { Fields } from '#engine/saving/three-way.ts'
import classes from './saving.module.css'
import type { EditedForm } from './use-edited-form.ts'

/** Offers the edits of an earlier visit, with their age. */
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
      <Button size="xs" variant="subtle" c="dimmed" onClick={drop}>
        Discard
      </Button>
    </section>
  )
}
