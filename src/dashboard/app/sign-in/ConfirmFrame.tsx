import { Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { declineConfirmation } from '#dashboard/platform/session/sign-in.ts'
import { listed } from '#dashboard/ui/format/numbers.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

/** What continues after a sign-in or a confirmation, as a sentence. @param waiting descriptions of changes; '' for a read, which nobody has to know of */
export function continuing(waiting: string[]): string {
  const changes = [...new Set(waiting)].filter((what) => what !== '')
  return changes.length === 0 ? '' : `Then what you started goes on: ${listed(changes).toLowerCase()}.`
}

interface ConfirmFrameProps {
  title: string
  /** What is asked for; a sentence. */
  lead: ReactNode
  /** Descriptions of the actions that continue afterwards. */
  confirming: string[]
  isBusy?: boolean
  /** Cancel has the focus, unless a field takes it. */
  hasField?: boolean
  /** The button that confirms. */
  action: ReactNode
  children?: ReactNode
}

/** Asks for a confirmation before an irreversible action. Cancel keeps the form and its text, and sends nothing. */
export function ConfirmFrame({ title, lead, confirming, isBusy = false, hasField, action, children }: ConfirmFrameProps) {
  return (
    <Modal opened onClose={declineConfirmation} closeOnClickOutside={false} closeOnEscape={!isBusy} title={title} zIndex={1000}>
      <Stack gap="lg">
        <div>
          {lead} {continuing(confirming)}
        </div>
        {children}
        <DialogFoot>
          <Button onClick={declineConfirmation} disabled={isBusy} {...(hasField ? {} : { 'data-autofocus': true })}>
            Cancel
          </Button>
          {action}
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
