import { Button, Modal, Stack } from '@mantine/core'
import type { Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { HiddenAtRisk, SoundsAtRisk } from '#dashboard/platform/service/SoundsAtRisk.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { useStore } from '../form/store.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

interface LeftOutDialogProps {
  /** Sounds without a name. */
  names: SettingName[]
  /** Settings that the service does not show. */
  hidden: SettingName[]
  /** What the service holds now. */
  values: Settings
  onAnswer: (save: boolean) => void
}

/** Before a save that must leave settings out and was not reviewed: nothing was sent yet. */
export function LeftOutDialog({ names, hidden, values, onAnswer }: LeftOutDialogProps) {
  const { catalogue } = useStore()
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={
        hidden.length === 0
          ? plural(names.length, 'Save without {count} sound?', 'Save without {count} sounds?')
          : plural(names.length + hidden.length, 'Save without {count} setting?', 'Save without {count} settings?')
      }
      size={560}
    >
      <Stack gap="lg">
        <SoundsAtRisk names={names} values={values} catalogue={catalogue} />
        <HiddenAtRisk names={hidden} catalogue={catalogue} />
        <DialogFoot>
          <Button data-autofocus onClick={() => onAnswer(false)}>
            Back to editing
          </Button>
          <Button variant="filled" onClick={() => onAnswer(true)}>
            Save
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
