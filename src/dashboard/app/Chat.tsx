import { Suspense } from 'react'
import { ChatLayout } from '#dashboard/features/chats/ChatLayout.tsx'
import { chatTabs } from '#dashboard/platform/to.ts'
import { laterPart } from '#dashboard/ui/page/lazy-part.tsx'
import { chatPages } from './pages.ts'
import { PageOutlet } from './shell/PageOutlet.tsx'

const ChatPresets = laterPart(async () => (await import('#dashboard/features/presets/band/ChatPresets.tsx')).ChatPresets)
const ChatNote = laterPart(async () => (await import('./shell/ChatNote.tsx')).ChatNote)

/** The header of a chat with a tab for each of its pages. */
export const Chat = () => (
  <ChatLayout
    badges={(chatId) => (
      <Suspense>
        <ChatPresets chatId={chatId} />
      </Suspense>
    )}
    tabs={chatTabs.map((name) => ({
      name,
      label: chatPages[name].title,
      note: (chatId: number) => (
        <Suspense>
          <ChatNote chatId={chatId} tab={name} />
        </Suspense>
      ),
    }))}
  >
    <PageOutlet inChat />
  </ChatLayout>
)
