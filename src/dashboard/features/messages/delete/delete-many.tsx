import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { authorKey } from '#engine/analysis/authors.ts'
import { formatRange } from '../time-range.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** A deletion of more messages is confirmed by typing their number. For fewer, the seconds in which it can be undone are enough to notice a mistake. */
export const maxUnconfirmedDeletion = 500

/** Deletes a few messages at once, and asks for confirmation before deleting many. @param messages newest first, at least one @param run rejects with an Error for people */
export async function confirmMany(chat: Chat, messages: readonly Message[], run: () => Promise<void>): Promise<void> {
  if (messages.length <= maxUnconfirmedDeletion) return run()
  const authors = new Set(messages.map(authorKey)).size
  const times = messages.map(({ time }) => time)
  const span = formatRange({
    from: times.reduce((one, other) => Math.min(one, other)),
    to: times.reduce((one, other) => Math.max(one, other)),
  })
  confirm({
    title: `Delete ${counted(messages.length, 'message')}?`,
    body: (
      <p>
        From <span className="outside">{chatTitle(chat)}</span>, by {counted(authors, 'author')}, {span}. You can undo this for a few
        seconds. After that, the messages cannot be restored.
      </p>
    ),
    confirmLabel: `Delete ${counted(messages.length, 'message')}`,
    typed: String(messages.length),
    danger: true,
    run,
  })
}
