import { chatTitle } from '#contract/chat-title.ts'
import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { setOffline } from '#dashboard/platform/chats/set-offline.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { counted, listed, maxNamed, plural } from '#dashboard/ui/format/numbers.ts'

interface TurnOffDialogProps {
  /** Those that stay offline; null: they could not be read. */
  chats: Chat[] | null
  turnOff: () => Promise<unknown>
  onClose: () => void
}

/** Asks what becomes of the chats that opening hours keep offline when background access is turned off: nothing else opens them again. */
export function TurnOffDialog({ chats, turnOff, onClose }: TurnOffDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const turning = useAction('chatUpdate', async (send) => {
    // First: otherwise the hours could close a chat again that was just opened.
    await turnOff()
    const opening = (chats ?? []).filter(({ id }) => chosen.has(id))
    const failed: { name: string; cause: string }[] = []
    for (const chat of opening)
      await setOffline(send, chat, false, []).catch((error: unknown) =>
        failed.push({ name: chatTitle(chat), cause: errorMessage(error).cause }),
      )
    if (opening.length > 0) await refresh('chatList', 'chatRead')
    if (opening.length > failed.length) toast(`${counted(opening.length - failed.length, 'chat')} brought online`)
    if (failed[0])
      toastWarning(
        plural(failed.length, '{count} chat was not brought online', '{count} chats were not brought online'),
        `${listed(failed, maxNamed, ({ name }) => name)}. ${failed[0].cause}.`,
      )
    onClose()
  })
  return (
    <FormDialog
      title="Turn off background access?"
      isBusy={turning.isPending}
      submit={
        chosen.size === 0
          ? 'Turn off'
          : plural(chosen.size, 'Turn off and bring {count} chat online', 'Turn off and bring {count} chats online')
      }
      onClose={onClose}
      onSubmit={() => turning.mutate()}
    >
      <NotSaved error={turning.error} title="Not done." kept="" />
      {chats === null ? (
        <p>The opening hours could not be read. Chats that they keep offline now stay offline until someone brings them online.</p>
      ) : (
        <>
          <p>
            {plural(
              chats.length,
              '{count} chat is offline by its opening hours, and stays offline until someone brings it online.',
              '{count} chats are offline by their opening hours, and stay offline until someone brings them online.',
            )}{' '}
            Choose what to bring online now. The message for visitors stays that of the hours.
          </p>
          <ChatPicker label="Bring online" chats={chats} chosen={chosen} onChoose={setChosen} />
        </>
      )}
    </FormDialog>
  )
}
