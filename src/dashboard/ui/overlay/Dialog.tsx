import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Button } from '../form/Button.tsx'

interface FrameProps extends Pick<ModalProps, 'title' | 'onClose' | 'size' | 'fullScreen' | 'yOffset' | 'closeOnClickOutside'> {
  /** While its work goes on, neither Escape nor a click beside it closes it. */
  isBusy?: boolean
  children: ReactNode
}

/** A dialog, open as long as it is drawn. */
const Frame = ({ isBusy = false, ...modal }: FrameProps) => (
  <Modal opened closeOnClickOutside={!isBusy} closeOnEscape={!isBusy} {...modal} />
)

interface FormDialogProps extends FrameProps {
  /** What a person has to know before pressing a button. */
  note?: ReactNode
  /** On the button that does it; null or false: there is nothing to do. */
  submit: ReactNode
  danger?: boolean | undefined
  /** Takes no click; the words beside the button say why. */
  blocked?: boolean | undefined
  cancel?: string
  /** What else can be done, between the two. */
  actions?: ReactNode
  onSubmit: () => unknown
}

/** A dialog that asks before something is done. The button to cancel has the focus, unless something above it is marked with `data-autofocus`. */
export function FormDialog({ submit, danger, blocked, cancel = 'Cancel', actions, onSubmit, ...dialog }: FormDialogProps) {
  const { note, children, ...frame } = dialog
  const { isBusy, onClose } = frame
  return (
    <Frame {...frame}>
      <form
        noValidate
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          // React would pass it on to a form around the component that draws this one.
          event.stopPropagation()
          if (!blocked && !isBusy) onSubmit()
        }}
      >
        {children}
        <DialogFoot note={note}>
          <Button data-autofocus onClick={onClose} disabled={isBusy}>
            {cancel}
          </Button>
          {actions}
          {submit && (
            <Button type="submit" variant="filled" tone={danger ? 'danger' : undefined} loading={isBusy} blocked={blocked}>
              {submit}
            </Button>
          )}
        </DialogFoot>
      </form>
    </Frame>
  )
}

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
export const CloseDialog = ({ actions, main, focusesClose = true, children, ...frame }: CloseDialogProps) => (
  <Frame {...frame}>
    <div className="stack gap-16">
      {children}
      <DialogFoot>
        {actions}
        <Button data-autofocus={focusesClose || undefined} onClick={frame.onClose}>
          Close
        </Button>
        {main}
      </DialogFoot>
    </div>
  </Frame>
)

/** The buttons of a dialog, which stay in sight while what is above them scrolls. @param note what a person has to know before pressing one */
export const DialogFoot = ({ note, children }: { note?: ReactNode; children: ReactNode }) => (
  <footer className="dialog-foot">
    {note && <p className="help">{note}</p>}
    {children}
  </footer>
)
