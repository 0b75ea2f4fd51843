import { maxMessagePageSize } from '#contract/messages.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { nowMs, serviceNowMs } from '#dashboard/ui/format/clocks.ts'
import { busyMinutes, busyOf } from './busy-chats.ts'

/** Reads the activity of a chat in the last minutes. The times of its wave are by the clock of the gateway, as those of all other events beside it. */
export async function readBusy(chatId: number, signal: AbortSignal) {
  const from = Math.floor(serviceNowMs() / 1000) - busyMinutes * 60
  const answer = await call('messageList', { params: { chatId }, query: { fast: true, limit: maxMessagePageSize, from } }, { signal })
  const { wave, ...busy } = busyOf(answer.data, serviceNowMs() / 1000)
  const aheadSeconds = Math.round((serviceNowMs() - nowMs()) / 1000)
  return { ...busy, wave: wave && { ...wave, from: wave.from - aheadSeconds }, isMore: answer.next !== undefined }
}
