import { Button, Group, Modal, Stack } from '@mantine/core'
import { isUnnamedSound, setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { soundLabel, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { NotKept } from '#dashboard/platform/saving/save-settings.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { Change } from './Change.tsx'
import classes from './Change.module.css'
import { useStore } from '../form/store.ts'

interface NotKeptDialogProps {
  notKept: NotKept[]
  /** Makes an edit of what was meant, to be saved again. */
  onPutBack: (name: SettingName, meant: SettingValue) => void
  /** Leads to the setting, to choose something else. */
  onChoose: (name: SettingName) => void
  /** Takes one off the list. */
  onKeep: (name: SettingName) => void
  onClose: () => void
}

/** What the service holds after a save is not what was meant: each field, with the choice to put it back or to leave it. */
export function NotKeptDialog({ notKept, onPutBack, onChoose, onKeep, onClose }: NotKeptDialogProps) {
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
              {isUnnamedSound(name, kept) && typeof meant === 'string' && <span>{unconfirmed(catalogue, meant, kept as number)}</span>}
              <Group gap="sm">
                {/* Without its name a sound cannot be written at all, and a guess would be another sound. */}
                {isUnnamedSound(name, meant) ? (
                  <>
                    <span>{soundLabel(catalogue, meant as number)} has no confirmed name, so it cannot be sent.</span>
                    <Button size="xs" onClick={() => onChoose(name)}>
                      Choose a sound
                    </Button>
                  </>
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

/** A name was sent and a number came back that does not say what became of it. */
const unconfirmed = (catalogue: Catalogue, meant: string, kept: number) =>
  `The service may have ignored “${meant}”, or ${soundLabel(catalogue, kept)} is that sound. Choosing another sound and then this one again shows which.`
