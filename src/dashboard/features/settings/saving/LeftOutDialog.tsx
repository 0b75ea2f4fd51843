import { Button, Group, Modal, Stack } from '@mantine/core'
import type { Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { SoundsAtRisk } from '#dashboard/platform/service/SoundsAtRisk.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { useStore } from '../form/store.ts'

interface LeftOutDialogProps {
  names: SettingName[]
  /** What the service holds now. */
  values: Settings
  onAnswer: (save: boolean) => void
}

/** Before a save that must leave sounds out and was not reviewed: nothing was sent yet. */
export function LeftOutDialog({ names, values, onAnswer }: LeftOutDialogProps) {
  const { catalogue } = useStore()
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={plural(names.length, 'Save without {count} sound?', 'Save without {count} sounds?')}
      size={560}
    >
      <Stack gap="lg">
        <SoundsAtRisk names={names} values={values} catalogue={catalogue} />
        <Group justify="flex-end" gap="sm">
          <Button data-autofocus onClick={() => onAnswer(false)}>
            Back to editing
          </Button>
          <Button variant="filled" onClick={() => onAnswer(true)}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
