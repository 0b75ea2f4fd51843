import { Suspense } from 'react'
import { ChatLayout } from '#dashboard/features/chats/ChatLayout.tsx'
import { useFrameHandle } from '#dashboard/platform/session/PlaceHead.tsx'
import { laterPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PageOutlet } from './shell/PageOutlet.tsx'

const ChatPresets = laterPart(async () => (await import('#dashboard/features/automation/modes/band/PresetsBand.tsx')).ChatPresets)
const ChatNote = laterPart(async () => (await import('./shell/ChatNote.tsx')).ChatNote)

/** The header of a chat with a tab for each of its pages. */
export const Chat = () => (
  <ChatLayout
    badges={(chatId) => (
      <Suspense>
        <ChatPresets chatId={chatId} />
      </Suspense>
    )}
    tabs={useFrameHandle().chatTabs.map(({ name, label }) => ({
      name,
      label,
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
