import { Button } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { BulkBar } from '#dashboard/platform/jobs/BulkBar.tsx'
import { remove, takeOffline, useBringOnline } from '../acts.tsx'
import type { Selection } from '#dashboard/ui/table/use-selection.ts'
import classes from './ChatsBulkBar.module.css'

/** What can be done with the selected chats. An act that would change nothing says so and does nothing. */
export function ChatsBulkBar({ chats, selection }: { chats: Chat[]; selection: Selection<number> }) {
  useKey('Escape', 'Clear the selection', selection.clear)
  const online = chats.filter(({ offline }) => !offline)
  const offline = chats.filter((chat) => chat.offline)
  const all = chats.length === 1 ? 'it is' : chats.length === 2 ? 'both are' : 'all are'
  /** What was not done stays selected. */
  const onDone = (done: Chat[]) =>
    selection.set(
      done.map(({ id }) => id),
      false,
    )
  const bringOnline = useBringOnline(offline, onDone)
  return (
    <BulkBar label="Selected chats">
      <div className={classes.what}>
        <span>
          <b>{counted(chats.length, 'chat')}</b> selected
        </span>
        <Button variant="subtle" c="dimmed" size="xs" onClick={selection.clear} rightSection={<kbd>Esc</kbd>}>
          Clear
        </Button>
      </div>
      <span className={classes.line} />
      <div className={classes.acts}>
        <Act
          label="Take offline"
          icon="offline"
          act={() => takeOffline(online, onDone, offline.length)}
          {...(online.length === 0 ? { disabledBecause: `${all} offline` } : {})}
        />
        <Act
          label="Bring online"
          icon="play"
          act={() => bringOnline()}
          {...(offline.length === 0 ? { disabledBecause: `${all} online` } : {})}
        />
        <span className={classes.line} />
        <Button size="xs" c="red" leftSection={<Icon name="trash" size={14} />} onClick={() => remove(chats, onDone)}>
          Delete…
        </Button>
      </div>
    </BulkBar>
  )
}

function Act({
  label,
  icon,
  act,
  disabledBecause,
}: {
  label: string
  icon: 'offline' | 'play'
  act: () => void
  disabledBecause?: string
}) {
  return (
    <>
      <Button
        size="xs"
        leftSection={<Icon name={icon} size={14} />}
        onClick={disabledBecause ? undefined : act}
        {...(disabledBecause ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      >
        {label}
      </Button>
      {disabledBecause && <span className={classes.reason}>{disabledBecause}</span>}
    </>
  )
}
