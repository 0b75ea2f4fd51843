import type { Message } from '#contract/messages.ts'

/** How busy a room is now. */
export interface Busy {
  /** Messages by minute, oldest first. */
  minutes: number[]
  /** On average over the time; rounded up, so that what lives is never 0. */
  perMinute: number
  /** Newest first. */
  last: Message[]
}

export const busyMinutes = 15

/**
 * @param messages in any order, some may be older or newer than the time
 * @param now seconds
 */
export function busyOf(messages: readonly Message[], now: number): Busy {
  const from = now - busyMinutes * 60
  const recent = messages.filter(({ time }) => time > from && time <= now + 60)
  const minutes = Array.from({ length: busyMinutes }, () => 0)
  for (const { time } of recent) minutes[Math.min(busyMinutes - 1, Math.max(0, Math.floor((time - from) / 60)))]! += 1
  return {
    minutes,
    perMinute: Math.ceil(recent.length / busyMinutes),
    last: recent.toSorted((one, other) => other.time - one.time || other.messageId - one.messageId).slice(0, 3),
  }
}
