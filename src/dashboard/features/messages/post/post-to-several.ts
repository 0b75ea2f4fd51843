import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { serviceName } from '#contract/provider-names.ts'
import { runBatch } from '#dashboard/platform/jobs/batch.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { toast, toastDuplicates } from '#dashboard/ui/feedback/toast.tsx'
import { postMessage, refreshNewMessages } from './post-message.ts'
import type { PostBody } from './posting.ts'
import { chatTitle } from '#contract/chat-title.ts'

interface Announcement {
  accountId: number
  chats: Chat[]
  body: PostBody
  /** Called with the chats in which it is known to be. */
  onEnd: (done: Chat[]) => void
}

/** Posts one message to several chats, one after the other, and reports the result for each. It is sent to no chat twice. */
export function postToSeveral({ accountId, chats, body, onEnd }: Announcement): void {
  runBatch({
    title: `Posting to ${counted(chats.length, 'chat')}`,
    items: chats,
    idOf: ({ id }) => id,
    nameOf: chatTitle,
    writes: 'messageSend',
    each: async (send, chat) => {
      const { id } = chat
      const posted = await postMessage(send, { accountId, chatId: id }, body, () => {})
      if ('attempt' in posted)
        throw new Failure('timed-out', {
          advice:
            posted.kind === 'missing'
              ? `It was not found in the chat, although ${serviceName()} may have posted it. Check the chat before you post it again.`
              : 'The chat could not be read. Check it before you post the message again.',
        })
      if (posted.copies > 1) toastDuplicates(`The message in ${chatTitle(chat)}`, posted.copies)
      await refreshNewMessages(id)
    },
    onEnd: (done) => {
      if (done.length === chats.length) toast(`Posted to ${counted(done.length, 'chat')}`)
      onEnd(done)
    },
  })
}
