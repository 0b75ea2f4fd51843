import { Suspense } from 'react'
import { ChatLayout } from '#dashboard/features/chats/ChatLayout.tsx'
import { chatTabs } from '#dashboard/platform/to.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { chatPages } from './pages.ts'

const ChatNote = lazyPart(async () => (await import('./shell/ChatNote.tsx')).ChatNote, 'plain')

/** The header of a chat with a tab for each of its pages. */
export const Chat = () => (
  <ChatLayout
    tabs={chatTabs.map((name) => ({
      name,
      label: chatPages[name].title,
      note: (chatId: number) => (
        <Suspense>
          <ChatNote chatId={chatId} tab={name} />
        </Suspense>
      ),
    }))}
  />
)
