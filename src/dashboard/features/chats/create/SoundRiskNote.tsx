import { useQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { SoundsAtRisk, SoundsAtRiskInChats } from '#dashboard/platform/service/SoundsAtRisk.tsx'
import type { SoundRisk } from '../actions.tsx'
import { chatTitle } from '#contract/chat-title.ts'

/** Before chats go offline or online: the sounds that this leaves out. Nothing where there are none. */
export function SoundRiskNote({ chats, risk }: { chats: Chat[]; risk: SoundRisk }) {
  const catalogue = useQuery(catalogueQuery).data
  const [only] = chats
  if (!catalogue || !only) return null
  const of = (chat: Chat) => risk.get(chat.id) ?? []
  if (chats.length === 1) return <SoundsAtRisk names={of(only)} values={only} catalogue={catalogue} />
  const risky = chats.filter((chat) => of(chat).length > 0)
  return <SoundsAtRiskInChats sounds={risky.flatMap(of).length} chats={risky.map(chatTitle)} catalogue={catalogue} />
}
