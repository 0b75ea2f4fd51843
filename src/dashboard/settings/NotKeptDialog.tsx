import { Button, Group, Modal, Stack } from '@mantine/core'
import { setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { NotKept } from '../save-settings.ts'
import { counted } from '../ui/numbers.ts'
import { Change } from './Change.tsx'
import classes from './Change.module.css'
import { useStore } from './store.ts'

interface NotKeptDialogProps {
  notKept: NotKept[]
  /** Makes an edit of what was meant, to be saved again. */
  onPutBack: (name: SettingName, meant: SettingValue) => void
  /** Takes one off the list. */
  onKeep: (name: SettingName) => void
  onClose: () => void
}

/** What the service holds after a save is not what was meant: each field, with the choice to put it back or to leave it. */
export function NotKeptDialog({ notKept, onPutBack, onKeep, onClose }: NotKeptDialogProps) {
  const { catalogue } = useStore()
  return (
    <Modal opened onClose={onClose} title={`Saved, but ${counted(notKept.length, 'setting was', 'settings were')} not kept`} size={560}>
      <Stack gap="lg">
        <div>The settings were read again after the save. These are not as they were meant:</div>
        <ul className={classes.list}>
          {notKept.map(({ name, meant, kept }) => (
            <li key={name} className={classes.line} data-long>
              <span />
              <b>{setting(name).label}</b>
              <span />
              <Change name={name} before={meant} after={kept} catalogue={catalogue} />
              <span />
              <Group gap="sm">
                {/* A sound whose name is not known cannot be written at all. */}
                {setting(name).control.kind === 'sound' && typeof meant === 'number' && !catalogue.sounds.some(({ id }) => id === meant) ? (
                  <span>its name is not known here, so it cannot be put back from this page</span>
                ) : (
                  <Button size="xs" onClick={() => onPutBack(name, meant)}>
                    Put back
                  </Button>
                )}
                <Button size="xs" variant="subtle" c="dimmed" onClick={() => onKeep(name)}>
                  Keep theirs
                </Button>
              </Group>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
