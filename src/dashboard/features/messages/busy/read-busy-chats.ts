import { maxMessagePageSize } from '#contract/messages.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { busyMinutes, busyOf } from './busy-chats.ts'

/** Reads the activity of a chat in the last minutes. */
export async function readBusy(chatId: number, signal: AbortSignal) {
  const from = Math.floor(Date.now() / 1000) - busyMinutes * 60
  const answer = await call('messageList', { params: { chatId }, query: { fast: true, limit: maxMessagePageSize, from } }, { signal })
  return { ...busyOf(answer.data, Date.now() / 1000), isMore: answer.next !== undefined }
}
