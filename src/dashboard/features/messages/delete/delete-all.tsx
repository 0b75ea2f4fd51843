import { Anchor } from '@mantine/core'
import { Failure } from '#contract/client.ts'
import type { Chat } from '#contract/chats.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { errorMessage, isOutcomeUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { jobs } from '#dashboard/platform/jobs/job.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import classes from './delete-all.module.css'
import { readPage } from '../read.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** Asks for confirmation by typing the chat's name before all of its messages are deleted. @param onExport starts an export of all of them */
export function confirmDeleteAll(chat: Chat, { onExport }: { onExport: () => void }): void {
  confirm({
    title: `Delete all messages of ${chatTitle(chat)}?`,
    body: <DeleteAllBody chatId={chat.id} onExport={onExport} />,
    confirmLabel: 'Delete all messages',
    typed: chatTitle(chat),
    danger: true,
    writes: 'messageDeleteAll',
    run: async (send) => {
      await deleteAll(send, chat.id)
      await forgetAll(chat.id)
      toast(`All messages of ${chatTitle(chat)} are deleted`)
    },
  })
}

function DeleteAllBody({ chatId, onExport }: { chatId: number; onExport: () => void }) {
  const isExporting = jobs.use().some((job) => job.kind === 'messages-export' && job.chatId === chatId && job.phase !== 'ended')
  return (
    <div className={classes.body}>
      <p>
        This cannot be undone. {serviceNameFirst()} deletes every message of the chat, from all times, not only what is loaded or shown
        here. Services of this kind may also remove private messages, and may leave uploaded files where they are.
      </p>
      {isExporting ? (
        <Banner>An export is running, and messages it has not read yet would be missing from it. Wait until it ends.</Banner>
      ) : (
        <p>
          <Anchor component="button" type="button" onClick={onExport}>
            Export all messages first
          </Anchor>
        </p>
      )}
    </div>
  )
}

/**
 * Never sent again automatically: a second request would also delete newer messages. Where no answer came, the chat is read. Rejects with a Failure
 * whose advice says what is left, unless nothing is.
 */
async function deleteAll(send: SendRequest, chatId: number): Promise<void> {
  try {
    await send('messageDeleteAll', { params: { chatId } })
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    const advice = await whatIsLeft(chatId)
    if (advice !== null) throw new Failure(error instanceof Failure ? error.kind : 'unreachable', { advice, cause: error })
  }
}

/** What is left in the chat, for people; null: it is empty. */
async function whatIsLeft(chatId: number): Promise<string | null> {
  try {
    const { messages, next } = await readPage(chatId, {}, null)
    if (messages.length === 0 && next === undefined) return null
    const many = next === undefined ? counted(messages.length, 'message') : `${count(messages.length)} or more messages`
    return `The chat still has ${many}. The deletion may still be running or may have failed. Check again before you repeat it.`
  } catch (reason) {
    return `The chat could not be checked: ${errorMessage(reason).cause}. The messages may be deleted. Check before you repeat it.`
  }
}

/** Everything read of the chat, by this page (its key names the chat) and by others (the key of query.ts). */
const forgetAll = (chatId: number) =>
  Promise.all([{ chatId }, { params: { chatId } }].map((of) => queryClient.resetQueries({ queryKey: ['messageList', of] })))
