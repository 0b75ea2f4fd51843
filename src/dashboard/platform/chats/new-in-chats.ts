import { useNavigate } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import type { Right } from '#contract/gateway/rights.ts'
import type { May } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'

/** What is written in chats that are chosen with it. The page of one of them has the form; null: the person may write it in no chat. */

export const newPoll = (chats: Chat[], may: May) =>
  begun(chats, may, 'polls.write', (id, isInSeveral) => `${to.polls(id)}?open=${isInSeveral ? 'anywhere' : 'new'}`)

export const newAnnouncement = (chats: Chat[], may: May) =>
  begun(chats, may, 'messages.write', (id, isInSeveral) => `${to.messages(id)}?open=${isInSeveral ? 'announce' : 'post'}`)

/** For the form once it is closed: who came from elsewhere goes back there. @param close stays on the page */
export function useWayBack(close: () => void): () => void {
  const navigate = useNavigate()
  // The router counts the steps of this tab.
  return () => (Number((history.state as { idx?: number } | null)?.idx) > 0 ? void navigate(-1) : close())
}

function begun(chats: Chat[], may: May, right: Right, pathIn: (chatId: number, isInSeveral: boolean) => string) {
  const [first, second] = chats.filter(({ id }) => may(right, id))
  return first ? { path: pathIn(first.id, second !== undefined), isInSeveral: second !== undefined } : null
}
