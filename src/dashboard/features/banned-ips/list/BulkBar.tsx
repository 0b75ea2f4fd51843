import { Button } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import type { Chat } from '#contract/chats.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { ExportItems } from './ExportItems.tsx'
import type { Notes } from './notes.ts'
import classes from '../RangeEditor.module.css'
import { countOf } from '#engine/bans/sets.ts'
import type { BanEntry } from '../read.ts'

interface BulkBarProps {
  chat: Chat
  notes: Notes
  chosen: BanEntry[]
  onClear: () => void
  onCopyTo: () => void
  onUnban: () => void
}

/** The actions for the selected entries. */
export function BulkBar({ chat, notes, chosen, onClear, onCopyTo, onUnban }: BulkBarProps) {
  useKey('Escape', 'Clear the selection', onClear)
  const mayWrite = useMay()('bans.write', chat.id)
  return (
    <div data-holds-jobs>
      <JobsSlot at="phone" />
      <section className={classes.bulk} aria-label="Selected entries">
        <p className="grow">
          <b>{counted(chosen.length, 'entry', 'entries')} selected</b>
          <span className="num">{counted(countOf(chosen), 'address', 'addresses')}</span>
        </p>
        <Button variant="subtle" c="dimmed" size="xs" onClick={onClear}>
          Clear
        </Button>
        {mayWrite && (
          <>
            <Button size="xs" c="red" onClick={onUnban}>
              Unban…
            </Button>
            <Button size="xs" onClick={onCopyTo}>
              Copy to chats…
            </Button>
          </>
        )}
        <ActionMenu
          width={264}
          button={<Button size="xs">Export</Button>}
          items={() => <ExportItems {...{ chat, notes }} entries={chosen} what="selected" />}
        />
      </section>
    </div>
  )
}
