import { Button, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { settings } from '#contract/settings.ts'
import type { TypedPeriod } from './hours-fields.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

interface MessagesDialogProps {
  /** The name of the day. */
  of: string
  periods: TypedPeriod[]
  onChange: (periods: TypedPeriod[]) => void
  onClose: () => void
}

/** What visitors see after a period, until the chat opens again. */
export function MessagesDialog({ of, periods, onChange, onClose }: MessagesDialogProps) {
  const [typed, setTyped] = useState(() => periods.map(({ message }) => message))
  const apply = () => {
    onChange(periods.map((period, index) => ({ ...period, message: typed[index] ?? '' })))
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Message after ${of}`}>
      <Stack gap="lg">
        {periods.map(({ from, to }, index) => (
          <Textarea
            // oxlint-disable-next-line react/no-array-index-key -- periods have no identity but their place
            key={index}
            label={`After ${from} – ${to}`}
            description="Visitors see it until the chat opens again. Leave empty to show the one under “While closed”."
            autosize
            minRows={3}
            maxRows={8}
            maxLength={settings.offlineMessage.control.max}
            value={typed[index] ?? ''}
            onChange={({ currentTarget }) => setTyped(typed.with(index, currentTarget.value))}
          />
        ))}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" onClick={apply}>
            Apply
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
