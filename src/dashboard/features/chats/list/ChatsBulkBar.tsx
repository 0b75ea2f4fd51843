import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { useMedia } from '#dashboard/ui/page/use-media.ts'
import type { ReactNode } from 'react'
import type { Chat } from '#contract/chats.ts'
import { PageBottom } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { turnOnPreset } from '#dashboard/platform/presets/opening.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import type { Selection } from '#dashboard/ui/table/use-selection.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { remove, takeOffline, useBringOnline } from '../actions.tsx'
import classes from './list.module.css'

interface ChatsBulkBarProps {
  chats: Chat[]
  /** Of the account, in this list or not. */
  all: number
  selection: Selection<number>
  onLabel: (chats: Chat[]) => void
}

interface Action {
  label: string
  icon?: IconName
  isDanger?: true
  onClick: () => void
}

/** What can be done with the selected chats: with those of them that a person may do it with, and only what changes any of them. */
export function ChatsBulkBar({ chats, all, selection, onLabel }: ChatsBulkBarProps) {
  useKey('Escape', 'Clear the selection', selection.clear)
  const may = useMay()
  const readable = chats.filter(({ id }) => may('settings.read', id))
  const presettable = chats.filter(({ id }) => may('presets.use', id))
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
  const actions: (Action | false)[] = [
    labelable.length > 0 && { label: 'Labels…', onClick: () => onLabel(labelable) },
    online.length > 0 && { label: 'Take offline…', icon: 'offline', onClick: () => takeOffline(online, onDone, offline.length) },
    offline.length > 0 && { label: 'Bring online', icon: 'play', onClick: () => bringOnline() },
    deletable.length > 0 && { label: 'Delete…', icon: 'trash', isDanger: true, onClick: () => remove(deletable, onDone) },
  ]
  return (
    <PageBottom>
      <section className="bottom-bar" aria-label="Selected chats">
        <p className="grow">
          <b>{counted(chats.length, 'chat')}</b> selected
        </p>
        <Button variant="subtle" tone="quiet" size="xs" onClick={selection.clear} rightSection={<kbd>Esc</kbd>}>
          Clear
        </Button>
        <div className={`bar-actions ${classes.actions}`}>
          {readable.length > 0 && (
            <LinkButton
              size="xs"
              // The plain page has all of them, and its address is short.
              to={to.compare(readable.length === all ? [] : readable.map(({ id }) => id))}
              icon="settings"
            >
              Change settings…
            </LinkButton>
          )}
          {presettable.length > 0 && (
            <Button size="xs" onClick={() => turnOnPreset({ chatIds: presettable.map(({ id }) => id) })} icon="toggles">
              Turn on mode…
            </Button>
          )}
          <Actions actions={actions.filter((action) => action !== false)} />
        </div>
      </section>
    </PageBottom>
  )
}

/** Side by side, in narrow windows in a menu. */
function Actions({ actions }: { actions: Action[] }): ReactNode {
  const isWide = useMedia('(min-width: 75em)')
  if (!isWide && actions.length > 1)
    return (
      <ActionMenu
        button={
          <Button size="xs" rightSection={<Icon name="down" size={12} />}>
            More
          </Button>
        }
        items={() =>
          actions.map(({ label, icon = 'edit', isDanger, onClick }) => (
            <MenuItem key={label} label={label} {...{ icon, isDanger, onClick }} />
          ))
        }
      />
    )
  return actions.map(({ label, icon, isDanger, onClick }) => (
    <Button key={label} size="xs" onClick={onClick} icon={icon} tone={isDanger && 'danger'} className={isDanger && classes.danger}>
      {label}
    </Button>
  ))
}
