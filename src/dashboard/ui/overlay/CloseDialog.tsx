import { Button } from '../form/Button.tsx'
import { Modal, Stack, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogFoot } from '../form/DialogFoot.tsx'

interface CloseDialogProps extends Pick<ModalProps, 'title' | 'onClose'> {
  size?: number
  /** What else can be done, before the button that closes it. */
  actions?: ReactNode
  /** What most people want to do next, after it. */
  main?: ReactNode
  /** Whether that button has the focus at first. */
  focusesClose?: boolean
  children: ReactNode
}

/** A dialog that shows something, and that nothing is lost with by closing it. */
export const CloseDialog = ({ title, onClose, size, actions, main, focusesClose = true, children }: CloseDialogProps) => (
  <Modal opened onClose={onClose} title={title} {...(size !== undefined && { size })}>
    <Stack gap="lg">
      {children}
      <DialogFoot>
        {actions}
        <Button data-autofocus={focusesClose || undefined} onClick={onClose}>
          Close
        </Button>
        {main}
      </DialogFoot>
    </Stack>
  </Modal>
)
