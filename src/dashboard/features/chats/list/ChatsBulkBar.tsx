import { Button } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { BulkBar } from '#dashboard/platform/jobs/BulkBar.tsx'
import { remove, takeOffline, useBringOnline } from '../actions.tsx'
import type { Selection } from '#dashboard/ui/table/use-selection.ts'
import classes from './ChatsBulkBar.module.css'

interface ChatsBulkBarProps {
  chats: Chat[]
  selection: Selection<number>
  /** Opens the labels of these chats. */
  onLabel: (chats: Chat[]) => void
}

/** What can be done with the selected chats. An action that would change nothing says so and does nothing. */
export function ChatsBulkBar({ chats, selection, onLabel }: ChatsBulkBarProps) {
  useKey('Escape', 'Clear the selection', selection.clear)
  const may = useMay()
  const switchable = chats.filter(({ id }) => may('settings.write', id))
  const labelable = chats.filter(({ id }) => may('chats.label', id))
  const deletable = chats.filter(({ id }) => may('chats.delete', id))
  const online = switchable.filter(({ offline }) => !offline)
  const offline = switchable.filter((chat) => chat.offline)
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
      <div className={classes.actions}>
        {switchable.length > 0 && (
          <>
            <BulkAction
              label="Take offline"
              icon="offline"
              onClick={() => takeOffline(online, onDone, offline.length)}
              {...(online.length === 0 ? { disabledBecause: alreadyTexts(chats.length).offline } : {})}
            />
            <BulkAction
              label="Bring online"
              icon="play"
              onClick={() => bringOnline()}
              {...(offline.length === 0 ? { disabledBecause: alreadyTexts(chats.length).online } : {})}
            />
          </>
        )}
        {labelable.length > 0 && (
          <Button size="xs" onClick={() => onLabel(labelable)}>
            Labels…
          </Button>
        )}
        {switchable.length > 0 && deletable.length > 0 && <span className={classes.line} />}
        {deletable.length > 0 && (
          <Button size="xs" c="red" leftSection={<Icon name="trash" size={14} />} onClick={() => remove(deletable, onDone)}>
            Delete…
          </Button>
        )}
      </div>
    </BulkBar>
  )
}

function alreadyTexts(chats: number) {
  if (chats === 1) return { offline: 'it is offline', online: 'it is online' }
  return chats === 2 ? { offline: 'both are offline', online: 'both are online' } : { offline: 'all are offline', online: 'all are online' }
}

function BulkAction({
  label,
  icon,
  onClick,
  disabledBecause,
}: {
  label: string
  icon: 'offline' | 'play'
  onClick: () => void
  disabledBecause?: string
}) {
  return (
    <>
      <Button
        size="xs"
        leftSection={<Icon name={icon} size={14} />}
        onClick={disabledBecause ? undefined : onClick}
        {...(disabledBecause ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      >
        {label}
      </Button>
      {disabledBecause && <span className={classes.reason}>{disabledBecause}</span>}
    </>
  )
}
