import { maxMessagePageSize, type Message } from '#contract/messages.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { nowMs, serviceNowMs } from '#dashboard/ui/format/clocks.ts'
import { createMessageIndex } from '#engine/analysis/message-index.ts'

export interface Busy {
  /** Messages by minute, oldest first. */
  minutes: number[]
  /** The average, rounded up, so that it is 0 only without any message. */
  perMinute: number
  /** The newest message. */
  last: Message | undefined
  wave: BusyWave | null
}

export interface BusyWave {
  messages: number
  authors: number
  lastMinute: number
  /** When it began, in seconds. */
  from: number
}

export const busyMinutes = 15

/**
 * @param messages in any order; some may lie outside the last minutes
 * @param now seconds
 */
export function busyOf(messages: readonly Message[], now: number): Busy {
  const from = now - busyMinutes * 60
  const recent = messages.filter(({ time }) => time > from && time <= now + 60)
  const minutes = Array.from({ length: busyMinutes }, () => 0)
  for (const { time } of recent) minutes[Math.min(busyMinutes - 1, Math.max(0, Math.floor((time - from) / 60)))]! += 1
  const [last] = recent.toSorted((one, other) => other.time - one.time || other.messageId - one.messageId)
  return { minutes, perMinute: Math.ceil(recent.length / busyMinutes), last, wave: waveOf(recent, now) }
}

/** Uses the same analysis as the messages view. */
function waveOf(recent: readonly Message[], now: number): BusyWave | null {
  const index = createMessageIndex()
  index.add(recent)
  const [wave] = index.summary().waves.toSorted((one, other) => other.ids.length - one.ids.length)
  if (!wave) return null
  const ids = new Set(wave.ids)
  const lastMinute = recent.filter(({ messageId, time }) => ids.has(messageId) && time > now - 60).length
  return { messages: wave.ids.length, authors: wave.authors, lastMinute, from: wave.from }
}

/** Reads the activity of a chat in the last minutes. The times of its wave are by the clock of the gateway, as those of all other events beside it. */
export async function readBusy(chatId: number, signal: AbortSignal) {
  const from = Math.floor(serviceNowMs() / 1000) - busyMinutes * 60
  const answer = await call('messageList', { params: { chatId }, query: { fast: true, limit: maxMessagePageSize, from } }, { signal })
  const { wave, ...busy } = busyOf(answer.data, serviceNowMs() / 1000)
  const aheadSeconds = Math.round((serviceNowMs() - nowMs()) / 1000)
  return { ...busy, wave: wave && { ...wave, from: wave.from - aheadSeconds }, isMore: answer.next !== undefined }
}
