import { Button } from '../form/Button.tsx'
import type { ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

interface CloseDialogProps extends Pick<ModalProps, 'title' | 'onClose' | 'size'> {
  /** What else can be done, before the button that closes it. */
  actions?: ReactNode
  /** What most people want to do next, after it. */
  main?: ReactNode
  /** Whether that button has the focus at first. */
  focusesClose?: boolean
  children: ReactNode
}

/** A dialog that shows something, and that nothing is lost with by closing it. */
export const CloseDialog = ({ actions, main, focusesClose = true, onClose, ...dialog }: CloseDialogProps) => (
  <Dialog
    {...dialog}
    onClose={onClose}
    buttons={
      <>
        {actions}
        <Button data-autofocus={focusesClose || undefined} onClick={onClose}>
          Close
        </Button>
        {main}
      </>
    }
  />
)
