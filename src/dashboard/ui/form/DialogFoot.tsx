import { Button, Group } from '@mantine/core'

interface DialogFootProps {
  onCancel: () => void
  isSaving: boolean
}

/** The buttons of a form in a dialog. */
export const DialogFoot = ({ onCancel, isSaving }: DialogFootProps) => (
  <Group justify="flex-end" gap="sm">
    <Button onClick={onCancel}>Cancel</Button>
    <Button type="submit" variant="filled" loading={isSaving}>
      Save
    </Button>
  </Group>
)
