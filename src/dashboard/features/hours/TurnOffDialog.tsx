import { Button, Modal, Stack } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'
import { chatTitle } from '#contract/chat-title.ts'

interface TurnOffDialogProps {
  chat: Chat
  onClose: () => void
  /** @param isOnline whether the chat is brought online as well */
  onSave: (isOnline: boolean) => void
}

/** Asks what becomes of a chat that its hours have closed, when they are turned off: nothing else opens it again. */
export const TurnOffDialog = ({ chat, onClose, onSave }: TurnOffDialogProps) => (
  <Modal opened onClose={onClose} title={`${chatTitle(chat)} is closed by its hours`}>
    <Stack gap="lg">
      <p>
        Without opening hours nothing brings the chat online again. Bring it online now, or leave it as it is until someone does? The
        message for visitors stays that of the hours until you change it under Settings.
      </p>
      <DialogFoot>
        <Button data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onSave(false)}>Save and leave offline</Button>
        <Button variant="filled" onClick={() => onSave(true)}>
          Save and bring online
        </Button>
      </DialogFoot>
    </Stack>
  </Modal>
)
