import { useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { useChatsToPost } from './ChatsToPost.tsx'
import { secondsSinceSent } from './post-message.ts'
import { postToSeveral } from './post-to-several.ts'
import { bodyOf, type PostFields } from './posting.ts'

interface AnnouncementOptions {
  accountId: number
  chat: Chat
  /** Called as soon as it is in some chats. */
  onPosted: (fields: PostFields) => void
  onClose: () => void
}

/** A message to chosen chats instead of the one whose messages are open. Chats that failed stay chosen. */
export function useAnnouncement({ accountId, chat, onPosted, onClose }: AnnouncementOptions) {
  /** null: only this chat. */
  const [chosen, choose] = useState<ReadonlySet<number> | null>(null)
  const targets = useChatsToPost().filter(({ id }) => chosen?.has(id))

  function post(fields: PostFields) {
    postToSeveral({
      accountId,
      chats: targets,
      body: bodyOf(fields),
      onEnd: (done) => {
        if (done.length > 0) onPosted(fields)
        const ids = new Set(done.map(({ id }) => id))
        choose(new Set(targets.filter(({ id }) => !ids.has(id)).map(({ id }) => id)))
        if (done.length === targets.length) onClose()
      },
    })
  }

  function announce(fields: PostFields) {
    if (targets.length === 0) return
    const again = targets.filter(({ id }) => secondsSinceSent({ accountId, chatId: id }, fields.text) !== null)
    if (again.length === 0) return post(fields)
    confirm({
      title: 'Post the same again?',
      body: plural(
        again.length,
        'The same text was sent to {name} just now.',
        'The same text was sent to {count} of these chats just now.',
        {
          name: again[0] ? chatTitle(again[0]) : '',
        },
      ),
      confirmLabel: 'Post again',
      run: async () => post(fields),
    })
  }

  /** One chat that is this one is posted to as ever, with its own look after a lost answer. */
  const isElsewhere = chosen !== null && (targets.length !== 1 || targets[0]?.id !== chat.id)
  return { chosen, choose, targets, isElsewhere, announce }
}
